package io.groundskeeper.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.event.TestClock;
import io.groundskeeper.core.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LogTest {

    private final Lines lines = new Lines(new TestClock(Instant.parse("2026-11-30T10:00:00Z")));

    @Test
    void line_hasTimeLevelEventFunctionAndContext() {
        lines.log().with(Map.of("cluster", "dev")).info("looked", Map.of("nodes", 3));

        assertThat(Json.read(lines.text()))
                .isEqualTo(Json.read("{\"timestamp\":\"2026-11-30T10:00:00Z\",\"level\":\"INFO\",\"event\":\"looked\","
                        + "\"function\":\"test-function\",\"cluster\":\"dev\",\"nodes\":3}"));
    }

    @Test
    void metric_isInEmbeddedMetricFormat() {
        lines.log().count("Warnings", Map.of("Outcome", "GONE"));
        var json = Json.read(lines.text());

        assertThat(json.path("Warnings").doubleValue()).isEqualTo(1);
        assertThat(json.path("Outcome").stringValue()).isEqualTo("GONE");
        assertThat(json.path("Function").stringValue()).isEqualTo("test-function");
        assertThat(json.at("/_aws/Timestamp").longValue()).isEqualTo(1796032800000L);
        assertThat(json.at("/_aws/CloudWatchMetrics/0/Namespace").stringValue()).isEqualTo("Groundskeeper");
        assertThat(json.at("/_aws/CloudWatchMetrics/0/Dimensions/0").toString())
                .isEqualTo("[\"Function\",\"Outcome\"]");
    }

    @Test
    void severalMetrics_areOneLineWithEachSetOfDimensions() {
        lines.log()
                .metrics(
                        List.of(Log.Metric.count("Pods", 3), new Log.Metric("Took", 1.5, "Seconds")),
                        List.of(Map.of("Outcome", "GONE"), Map.of("Zone", "us-east-1a")));
        var json = Json.read(lines.text());

        assertThat(lines.text().lines()).hasSize(1);
        assertThat(json.path("Pods").doubleValue()).isEqualTo(3);
        assertThat(json.path("Took").doubleValue()).isEqualTo(1.5);
        assertThat(json.at("/_aws/CloudWatchMetrics/0/Dimensions").toString())
                .isEqualTo("[[\"Function\",\"Outcome\"],[\"Function\",\"Zone\"]]");
        assertThat(json.at("/_aws/CloudWatchMetrics/0/Metrics")).hasSize(2);
    }

    @Test
    void textWithLineBreaks_staysOneLine() {
        lines.log().error("failed", new IllegalStateException("one\ntwo"), Map.of());

        assertThat(lines.text().lines()).hasSize(1);
    }
}
