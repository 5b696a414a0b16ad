package io.groundskeeper.local.registry;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One of the project's own small charts: {@code karpenter-crd} with Karpenter's kinds and {@code karpenter} with as much
 * of its controller as the bootstrap sets and reads. Both carry the version that is asked for.
 *
 * @param name the chart's name
 * @param version chart and application version
 * @param files content by path inside the chart
 */
public record Chart(String name, String version, Map<String, byte[]> files) {
    /** The version before the newest, and the newest. */
    public static final List<String> VERSIONS = List.of("1.13.0", "1.14.1");

    private static final Map<String, List<String>> FILES = Map.of(
            "karpenter", List.of("Chart.yaml", "values.yaml", "templates/controller.yaml", "templates/rbac.yaml"),
            "karpenter-crd", List.of("Chart.yaml", "values.yaml", "templates/kinds.yaml"));

    /** Both charts in every version. */
    public static List<Chart> all() {
        return VERSIONS.stream().flatMap(Chart::of).toList();
    }

    /** Both charts in one version. */
    public static Stream<Chart> of(String version) {
        return FILES.entrySet().stream().map(entry -> {
            var files = new LinkedHashMap<String, byte[]>();
            entry.getValue().forEach(file -> files.put(file, read(entry.getKey() + "/" + file, version)));
            return new Chart(entry.getKey(), version, files);
        });
    }

    /** Writes both charts of a version into a folder, as a chart repository on disk has them. */
    public static void unpack(Path folder, String version) {
        of(version)
                .forEach(chart -> chart.files().forEach((path, content) -> {
                    var file = folder.resolve(chart.name()).resolve(path);
                    try {
                        Files.createDirectories(file.getParent());
                        Files.write(file, content);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }));
    }

    /** As Helm packages it. */
    byte[] archive() {
        var archived = new LinkedHashMap<String, byte[]>();
        files.forEach((path, content) -> archived.put(name + "/" + path, content));
        return Archive.of(archived);
    }

    private static byte[] read(String file, String version) {
        try (InputStream in = Chart.class.getResourceAsStream("/charts/" + file)) {
            if (in == null) {
                throw new IllegalStateException("The class path lacks charts/" + file);
            }
            var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            // The templates take it from Chart.yaml.
            return (file.endsWith("/Chart.yaml") ? text.replace("VERSION", version) : text)
                    .getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
