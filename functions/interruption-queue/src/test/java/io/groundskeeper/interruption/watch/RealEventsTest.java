package io.groundskeeper.interruption.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.event.MalformedEventException;
import io.groundskeeper.core.lambda.Delivery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events as AWS documents and sends them, where they are at hand: each is read, ignored or refused, none surprises. */
class RealEventsTest {

    private static final Path DATA =
            Path.of(System.getProperty("groundskeeper.data", "none")).resolve("ec2-events");

    /** By the beginning of the file's name, the longest that fits; what is not named is ignored. */
    private static final Map<String, String> EXPECTED = Map.ofEntries(
            Map.entry("spot-interruption", "SPOT_INTERRUPTION"),
            Map.entry("rebalance-recommendation", "REBALANCE"),
            Map.entry("state-change-stop", "STATE_CHANGE"),
            Map.entry("state-change-shutting-down", "STATE_CHANGE"),
            Map.entry("state-change-terminated", "STATE_CHANGE"),
            Map.entry("health-scheduled-change", "HEALTH_SCHEDULED_CHANGE"),
            Map.entry("health-ec2-scheduled-change", "HEALTH_SCHEDULED_CHANGE"),
            Map.entry("health-ec2-scheduled-change-no-entities", "ignored"),
            Map.entry("health-ec2-reboot", "HEALTH_SCHEDULED_CHANGE"),
            Map.entry("health-ec2-network-maintenance", "HEALTH_SCHEDULED_CHANGE"),
            Map.entry("capacity-reservation-interruption", "CAPACITY_RESERVATION_INTERRUPTION"),
            Map.entry("capacity-block-expiration-warning", "CAPACITY_BLOCK_EXPIRATION"),
            // These are no envelopes: written with detail_type, from another queue, or no event at all.
            Map.entry("capacity-block-delivered", "malformed"),
            Map.entry("capacity-block-instance-interruption", "malformed"),
            Map.entry("asg-direct-to-sqs", "malformed"),
            Map.entry("bad-body", "malformed"));

    @BeforeEach
    void dataIsThere() {
        assumeTrue(Files.isDirectory(DATA), "no real events at hand: set the system property groundskeeper.data");
    }

    @Test
    void eachFile_isWhatItsNameSays() throws IOException {
        var counts = new TreeMap<String, Integer>();
        for (var file : files()) {
            var meaning = meaning(Files.readString(file));
            assertThat(meaning).as(file.getFileName().toString()).isEqualTo(expected(file));
            counts.merge(meaning, 1, Integer::sum);
        }
        System.out.println("RealEventsTest read " + files().size() + " events: " + counts);
    }

    @Test
    void eachFileThroughTheWholeFunction_isDoneOrRefusedWithWords() throws IOException {
        var clock = new TestClock(Samples.T);
        for (var file : files()) {
            var parts = new TestParts(
                    FakeTags.ofStrangers(), new FakeClusters(), clock, Map.of("GROUNDSKEEPER_NOW", "event"));
            var record = new LinkedHashMap<String, Object>();
            record.put("messageId", "m1");
            record.put("receiptHandle", "h");
            record.put("eventSource", "aws:sqs");
            record.put("eventSourceARN", "arn:aws:sqs:us-east-1:123456789012:q");
            record.put("body", Files.readString(file));
            assertThatCode(() -> assertThat(parts.call(Map.of("Records", List.of(record)))
                                    .path("batchItemFailures")
                                    .isEmpty())
                            .isTrue())
                    .as(file.getFileName().toString())
                    .doesNotThrowAnyException();
            assertThat(parts.slack()).isEmpty();
        }
    }

    private static String meaning(String text) {
        try {
            var event = EventParser.parse(text);
            var reading = new WarningReader().read(new Delivery("m", event, Instant.EPOCH, Optional.empty()));
            return reading.warnings().isEmpty()
                    ? "ignored"
                    : reading.warnings().getFirst().kind().name();
        } catch (MalformedEventException e) {
            assertThat(e).hasMessageMatching("(?s).{20,}");
            return "malformed";
        }
    }

    private static String expected(Path file) {
        var name = file.getFileName().toString();
        return EXPECTED.keySet().stream()
                .filter(name::startsWith)
                .max((one, other) -> Integer.compare(one.length(), other.length()))
                .map(EXPECTED::get)
                .orElse("ignored");
    }

    private static List<Path> files() throws IOException {
        try (var files = Files.list(DATA)) {
            return files.filter(file -> !file.getFileName().toString().equals("INDEX.md"))
                    .sorted()
                    .toList();
        }
    }
}
