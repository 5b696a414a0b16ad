package io.groundskeeper.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** That the benchmark still measures what it says; what it measured is nobody's business here. */
class InterruptionBenchmarkIT {

    private static final Path ROOT =
            Path.of(System.getProperty("groundskeeper.root")).toAbsolutePath();

    @Test
    void fewPassesAndWarnings_areMeasuredAndAllAccountedFor() throws IOException {
        InterruptionBenchmark.main(new String[] {"1", "12"});

        var report = Json.read(Files.readString(ROOT.resolve("benchmarks/target/interruption.json")));
        var passes = report.path("passes");
        assertThat(passes.size()).isEqualTo(3);
        assertThat(passes.get(0).path("requests").asDouble()).isZero();
        // Each of the 300 pods was tried.
        assertThat(passes.get(2).path("requests").asDouble()).isGreaterThan(300);
        assertThat(report.at("/storm/outcomes/DRAINED").asInt()).isEqualTo(12);
        assertThat(report.at("/storm/requests").asInt()).isGreaterThanOrEqualTo(36);
    }
}
