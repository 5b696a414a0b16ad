package io.groundskeeper.benchmarks;

import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.tagpolicy.TagPolicy;
import io.groundskeeper.tags.catalogue.Catalogue;
import io.groundskeeper.tags.creation.CreationReader;
import io.groundskeeper.tags.creation.Reading;
import io.groundskeeper.tags.decision.Judge;
import io.groundskeeper.tags.exemption.Exemptions;
import io.groundskeeper.tags.live.Sighting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What deciding about a CloudTrail record costs, beside parsing its JSON only. Records are those of the folder that the
 * system property groundskeeper.data names, in its folder cloudtrail; one operation is all of them.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class TagDecisionBenchmark {

    private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");

    private final List<String> records = records();
    private final CreationReader reader = new CreationReader(Catalogue.load());
    private final Judge judge = new Judge(
            TagPolicy.read("REQUIRED_TAGS", "Owner, Team=platform|data, CostCenter~^[0-9]{4}$"),
            Exemptions.of(Settings.of(Map.of())));

    /** The baseline. */
    @Benchmark
    public void parse(Blackhole sink) {
        records.forEach(record -> sink.consume(Json.read(record)));
    }

    /** Parses, reads what was created and by whom, and judges it by tags that were seen already. */
    @Benchmark
    public void decide(Blackhole sink) {
        records.forEach(record -> {
            var reading = reader.read(EventParser.wrap(Json.read(record)));
            sink.consume(reading instanceof Reading.Creation creation ? judged(creation) : reading);
        });
    }

    private Object judged(Reading.Creation creation) {
        Map<String, Sighting> seen = creation.resources().stream()
                .collect(Collectors.toMap(
                        resource -> resource.arn(),
                        resource -> new Sighting.Present(resource.requestTags()),
                        (one, other) -> one));
        return judge.decide(creation, seen, NOW, NOW);
    }

    private static List<String> records() {
        var folder = Path.of(System.getProperty("groundskeeper.data")).resolve("cloudtrail");
        try (var files = Files.list(folder)) {
            var records = new ArrayList<String>();
            for (var file : files.filter(each -> each.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                var json = Json.read(Files.readString(file));
                records.add(Json.write(json.has("detail") ? json.path("detail") : json));
            }
            if (records.isEmpty()) {
                throw new IllegalStateException("No records in " + folder);
            }
            return records;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
