package io.groundskeeper.interruption.watch;

import static io.groundskeeper.interruption.watch.Samples.INSTANCE_ID;
import static io.groundskeeper.interruption.watch.Samples.T;
import static io.groundskeeper.interruption.watch.Samples.claim;
import static io.groundskeeper.interruption.watch.Samples.cluster;
import static io.groundskeeper.interruption.watch.Samples.karpenterTags;
import static io.groundskeeper.interruption.watch.Samples.node;
import static io.groundskeeper.interruption.watch.Samples.spot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.groundskeeper.core.event.Envelope;
import io.groundskeeper.core.event.Event;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.lambda.Delivery;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.Notifier;
import io.groundskeeper.core.slack.WebhookUrl;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.State;
import io.groundskeeper.interruption.duty.Duty;
import io.groundskeeper.interruption.duty.KeeperCalls;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What it makes of a delivery that is not as its types promise. */
class WatchDutyTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final FakeTags tags = new FakeTags().with(INSTANCE_ID, karpenterTags("dev"));
    private final FakeClusters clusters = new FakeClusters()
            .with("dev", cluster(State.ALIVE, List.of(node(INSTANCE_ID)), List.of(claim(INSTANCE_ID))));
    private final WatchDuty function = function();

    @Test
    void unreadableDelivery_hasADeadlineAndAWordInSlackAllTheSame() {
        var broken = broken();

        assertThat(function.deadline(broken, T)).isEqualTo(T);
        assertThatCode(() -> function.givenUp(broken, null)).doesNotThrowAnyException();
        assertThatCode(() -> function.retryAfterFailure(broken, 1)).doesNotThrowAnyException();
    }

    @Test
    void unreadableDelivery_costsTheOthersNothing() {
        var handled = function.handle(List.of(broken(), Samples.fromQueue("m2", spot(INSTANCE_ID), T)), List.of());

        assertThat(handled.verdicts()).containsOnlyKeys("m2");
        assertThat(((Report) handled.report()).ignored().getFirst().reason()).startsWith("it could not be read");
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("unreadable-warning");
    }

    private static Delivery broken() {
        var envelope = new Envelope(null, null, null, null, null, Optional.empty(), List.of(), Json.object());
        return new Delivery(
                "m1", new Event.SpotInterruption(envelope, null, null, Optional.empty()), T, Optional.empty());
    }

    private WatchDuty function() {
        var clock = new TestClock(T);
        var log = Log.of(new PrintStream(out, true, StandardCharsets.UTF_8), clock, Duty.FUNCTION);
        var notifier = new Notifier(new WebhookUrl(Settings.of(Map.of()), secret -> secret), Optional.empty(), log);
        return new WatchDuty(tags, clusters, Settings.of(Map.of()), KeeperCalls.NONE, notifier, clock, log);
    }
}
