package io.groundskeeper.bootstrap.version;

import io.groundskeeper.core.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Which releases of Karpenter are supported here and which Kubernetes each fits: {@code karpenter-versions.json}, dated
 * and with its source.
 *
 * @param source where it was read
 * @param date when
 * @param take the release to take when in doubt
 * @param oldest minor version of Karpenter 1 that is supported
 * @param newest minor version of Karpenter 1 that is supported
 * @param needed the oldest minor version of Karpenter 1 for each version of Kubernetes
 * @param bad releases to avoid, with why
 */
public record VersionMatrix(
        String source,
        String date,
        KarpenterVersion take,
        int oldest,
        int newest,
        Map<KubernetesVersion, Integer> needed,
        Map<KarpenterVersion, String> bad) {

    public VersionMatrix {
        needed = Map.copyOf(needed);
        bad = Map.copyOf(bad);
    }

    /** The one that comes with this version of the function. */
    public static VersionMatrix read() {
        try (var file = VersionMatrix.class.getResourceAsStream("karpenter-versions.json")) {
            return of(Json.read(new String(file.readAllBytes(), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException("The list of Karpenter's versions cannot be read", e);
        }
    }

    static VersionMatrix of(JsonNode json) {
        return new VersionMatrix(
                json.path("source").asString(),
                json.path("date").asString(),
                KarpenterVersion.of(json.path("take").asString()),
                minor(json.path("oldest")),
                minor(json.path("newest")),
                json.path("kubernetes").properties().stream()
                        .collect(Collectors.toMap(
                                entry -> KubernetesVersion.of(entry.getKey()), entry -> minor(entry.getValue()))),
                json.path("bad").properties().stream()
                        .collect(Collectors.toMap(
                                entry -> KarpenterVersion.of(entry.getKey()),
                                entry -> entry.getValue().asString())));
    }

    /** Why a release is not taken whatever the cluster, with the one to take; empty for one that is. */
    public Optional<String> refusal(KarpenterVersion version) {
        if (bad.containsKey(version)) {
            return Optional.of("another release, such as %s: %s is known to be bad, %s"
                    .formatted(take, version, bad.get(version)));
        }
        if (version.major() != 1 || version.minor() < oldest || version.minor() > newest) {
            return Optional.of("1.%d.x to 1.%d.x, such as %s; %s is too %s"
                    .formatted(oldest, newest, take, version, version.isAtLeast(oldest) ? "new" : "old"));
        }
        return Optional.empty();
    }

    /** Whether a release that is taken fits a cluster's Kubernetes. */
    public Fit fit(KarpenterVersion version, KubernetesVersion kubernetes) {
        var known = new TreeMap<>(needed);
        if (kubernetes.compareTo(known.lastKey()) > 0) {
            return new Fit.Unknown(
                    "Kubernetes %s is newer than what is known of Karpenter (up to %s; %s, %s). Nothing is installed or changed there until a version of this function knows it"
                            .formatted(kubernetes, known.lastKey(), source, date));
        }
        if (kubernetes.compareTo(known.firstKey()) < 0) {
            return new Fit.Unfit("Karpenter %s needs Kubernetes %s or newer; this is %s. Upgrade the cluster"
                    .formatted(version, known.firstKey(), kubernetes));
        }
        int minor = known.floorEntry(kubernetes).getValue();
        return version.isAtLeast(minor)
                ? new Fit.Fits()
                : new Fit.Unfit(
                        "Karpenter %s does not fit Kubernetes %s, which needs 1.%d or newer. Set KARPENTER_VERSION, or the cluster's tag groundskeeper/karpenter-version, to %s"
                                .formatted(version, kubernetes, minor, take));
    }

    private static int minor(JsonNode text) {
        return KarpenterVersion.of(text.asString() + ".0").minor();
    }
}
