package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.core.json.SameJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Decides what makes a Helm release what it should be. Nothing is done, and Helm not started, when it is. */
final class ReleasePlan {

    /** As long as the function may run (its Timeout in template.yaml): what began earlier is not going on any more. */
    static final Duration LONGEST_RUN = Duration.ofMinutes(5);

    private static final Duration LOOK_AGAIN = Duration.ofMinutes(1);

    private ReleasePlan() {}

    /**
     * Decides it.
     *
     * @param drift in what the installed objects differ from what the release installed, in words
     */
    static Plan<ReleaseChange> of(WantedRelease wanted, Optional<Release> found, List<String> drift, Instant now) {
        if (found.isEmpty()) {
            return changes(new ReleaseChange.Install(wanted));
        }
        var release = found.get();
        if (release.isPending()) {
            return pending(wanted, release, now);
        }
        if (release.status().equals("uninstalled")) {
            return changes(
                    new ReleaseChange.Forget(wanted.namespace(), release.secret(), release.status()),
                    again(wanted, release));
        }
        var installed = release.version();
        if (installed.isPresent() && installed.get().compareTo(wanted.version()) > 0) {
            return new Plan.Changes<>(
                    List.of(),
                    List.of(
                            "Release %s is %s, newer than the wanted %s. It is never downgraded: set KARPENTER_VERSION, or the cluster's tag groundskeeper/karpenter-version, to %s"
                                    .formatted(release.name(), installed.get(), wanted.version(), installed.get())));
        }
        var why = differences(wanted, release);
        why.addAll(drift);
        return why.isEmpty() ? changes() : changes(new ReleaseChange.Upgrade(wanted, String.join("; ", why)));
    }

    private static Plan<ReleaseChange> pending(WantedRelease wanted, Release release, Instant now) {
        if (now.isBefore(release.since().plus(LONGEST_RUN))) {
            return new Plan.Waiting<>(
                    List.of(),
                    "Release %s is %s since %s: another run may be at it"
                            .formatted(release.name(), release.status(), release.since()),
                    LOOK_AGAIN);
        }
        return changes(
                new ReleaseChange.Forget(wanted.namespace(), release.secret(), release.status()),
                again(wanted, release));
    }

    // The revision that goes was perhaps the only one.
    private static ReleaseChange again(WantedRelease wanted, Release release) {
        return release.older() == 0
                ? new ReleaseChange.Install(wanted)
                : new ReleaseChange.Upgrade(wanted, "was left %s".formatted(release.status()));
    }

    private static List<String> differences(WantedRelease wanted, Release release) {
        var differences = new ArrayList<String>();
        if (!release.status().equals("deployed")) {
            differences.add("the last revision is " + release.status());
        }
        if (!release.chartVersion().equals(wanted.version().toString())) {
            differences.add("was " + release.chartVersion());
        }
        var values = differing(wanted.values(), release.values());
        if (!values.isEmpty()) {
            differences.add("values differed in " + String.join(", ", values));
        }
        return differences;
    }

    private static List<String> differing(JsonNode wanted, JsonNode found) {
        var keys = new TreeSet<>(wanted.propertyNames());
        keys.addAll(found.propertyNames());
        return keys.stream()
                .filter(key -> !SameJson.same(wanted.path(key), found.path(key)))
                .toList();
    }

    private static Plan<ReleaseChange> changes(ReleaseChange... changes) {
        return new Plan.Changes<>(List.of(changes), List.of());
    }
}
