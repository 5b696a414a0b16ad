package io.groundskeeper.bootstrap.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.cluster.Home;
import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.event.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TaskSignalsTest {

    private static final Home HOME = new Home("aws", "us-east-1", "123456789012");

    @Test
    void reconcile_isTheClustersTurnByTheSchedule() throws IOException {
        assertThat(read(sample("cluster-task-reconcile.json")))
                .isEqualTo(
                        new Signal.About("dev", Trigger.SCHEDULED, "the schedule", Optional.empty(), Optional.empty()));
    }

    @Test
    void removal_isOfTheCluster() throws IOException {
        assertThat(read(sample("cluster-task-remove.json"))).isEqualTo(new Signal.Removal("dev"));
    }

    @Test
    void cleanUp_isOfWhatWasThereBeforeTheTaskWasSent() throws IOException {
        assertThat(read(sample("cluster-task-clean-up.json")))
                .isEqualTo(new Signal.CleanUp("dev", Instant.parse("2026-11-30T10:00:05Z")));
    }

    @Test
    void cleanUpWithoutATime_isIgnoredSinceANewClusterMayHaveThatName() throws IOException {
        var untimed = sample("cluster-task-clean-up.json").replace("2026-11-30T10:00:05Z", "");
        assertThat(read(untimed)).isInstanceOf(Signal.Nothing.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"dev\" | \"../x\" | ../x",
                "\"reconcile\" | \"destroy\" | reconcile, remove and clean-up",
                "123456789012 | 999999999999 | 999999999999",
                "us-east-1 | eu-west-1 | eu-west-1"
            })
    void taskThatIsNotForUs_isIgnoredWithAReason(String part, String other, String reason) throws IOException {
        assertThat(read(sample("cluster-task-reconcile.json").replace(part, other)))
                .isInstanceOfSatisfying(
                        Signal.Nothing.class,
                        nothing -> assertThat(nothing.reason()).contains(reason));
    }

    @ParameterizedTest
    @ValueSource(strings = {"aws.events", "aws.scheduler"})
    void schedule_isTime(String source) throws IOException {
        assertThat(read(sample("scheduled.json").replace("aws.events", source))).isEqualTo(new Signal.Scheduled());
    }

    @Test
    void scheduleOfAnotherRegion_isIgnored() throws IOException {
        assertThat(read(sample("scheduled.json").replace("us-east-1", "eu-west-1")))
                .isInstanceOf(Signal.Nothing.class);
    }

    @Test
    void taskThatLeavesItsPlaceOut_isOfWhereItCameBy() throws IOException {
        var bare = sample("cluster-task-reconcile.json")
                .replace("123456789012", "")
                .replace("us-east-1", "");
        var origin = Origin.of("arn:aws:sqs:eu-west-1:123456789012:groundskeeper-Queue");
        assertThat(ClusterSignals.read(EventParser.parse(bare, origin), () -> HOME))
                .isInstanceOf(Signal.Nothing.class);
        assertThat(read(bare)).isInstanceOf(Signal.About.class);
    }

    private static Signal read(String event) {
        return ClusterSignals.read(EventParser.parse(event), () -> HOME);
    }

    private static String sample(String name) throws IOException {
        return Files.readString(Path.of(System.getProperty("groundskeeper.root"), "events", name));
    }
}
