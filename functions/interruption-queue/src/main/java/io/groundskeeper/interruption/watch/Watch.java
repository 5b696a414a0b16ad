package io.groundskeeper.interruption.watch;

import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import io.groundskeeper.core.log.Failures;
import io.groundskeeper.interruption.atonce.AtOnce;
import io.groundskeeper.interruption.atonce.AtOnce.Answer;
import io.groundskeeper.interruption.atonce.NoAnswerException;
import io.groundskeeper.interruption.cluster.Clusters;
import io.groundskeeper.interruption.cluster.Look;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Makes one pass over warnings: looks once at what becomes of them, and acts where Karpenter does not. Each cluster is
 * looked into at most once, all of them at once. Never throws for one of them, and is through in some 12 s: what did not
 * answer by then is failed, the others are not.
 */
final class Watch {

    /** From the start; the function has 20 s, and what was found must still be told and put back. */
    private static final Duration TIME = Duration.ofSeconds(12);

    private static final Duration TIME_FOR_TAGS = Duration.ofSeconds(5);

    private static final String NO_TAGS = "no tags seen";

    private record Place(String region, String cluster) {}

    private final Owners owners;
    private final Clusters clusters;
    private final Acting acting;
    private final Clock clock;

    /** @param clock the time of day, never a sample's */
    Watch(InstanceTags tags, Clusters clusters, Acting acting, Clock clock) {
        this.owners = new Owners(tags);
        this.clusters = clusters;
        this.acting = acting;
        this.clock = clock;
    }

    /** One finding for each warning, in their order. */
    List<Finding> pass(List<Warning> warnings) {
        var start = clock.instant();
        var end = start.plus(TIME);
        var found = owners.of(warnings, TIME_FOR_TAGS);
        var inClusters = inClusters(warnings, found, start, end);
        return warnings.stream()
                .map(warning -> Optional.ofNullable(inClusters.get(warning)).orElseGet(() -> outside(warning, found)))
                .toList();
    }

    /** Each cluster at its own pace: one that hangs costs the others no time to act. */
    private Map<Warning, Finding> inClusters(List<Warning> warnings, Owners.Found found, Instant start, Instant end) {
        var byPlace = new LinkedHashMap<Place, List<Warning>>();
        for (var warning : warnings) {
            place(warning, found)
                    .ifPresent(place -> byPlace.computeIfAbsent(place, key -> new ArrayList<>())
                            .add(warning));
        }
        var answers = AtOnce.ask(
                byPlace.keySet(),
                place -> inCluster(place, byPlace.get(place), start, end),
                Duration.between(clock.instant(), end));
        var findings = new HashMap<Warning, Finding>();
        answers.forEach((place, answer) -> {
            switch (answer) {
                case Answer.Came<Map<Warning, Finding>>(var those) -> findings.putAll(those);
                case Answer.Failed<Map<Warning, Finding>>(var failure) ->
                    byPlace.get(place)
                            .forEach(warning -> findings.put(
                                    warning,
                                    Finding.failed(warning, Optional.of(place.cluster()), words(failure), failure)));
            }
        });
        return findings;
    }

    /** Where a warning's node is to be looked at; empty if that is nothing to us. */
    private static Optional<Place> place(Warning warning, Owners.Found found) {
        if (!warning.kind().watched() || warning.ignoredBecause().isPresent()) {
            return Optional.empty();
        }
        return found.owner(warning)
                .flatMap(owner -> owner instanceof Owner.OfCluster cluster ? Optional.of(cluster) : Optional.empty())
                .filter(cluster -> cluster.nodeGroup().isEmpty())
                .map(cluster -> new Place(warning.region(), cluster.name()));
    }

    private Map<Warning, Finding> inCluster(Place place, List<Warning> warnings, Instant start, Instant end) {
        return switch (clusters.look(place.region(), place.cluster())) {
            case Look.Absent() -> ignored(place, warnings, "the cluster does not exist (any more)");
            case Look.AutoMode() -> ignored(place, warnings, "EKS Auto Mode runs this node");
            case Look.NotOurs(var why) -> ignored(place, warnings, why);
            case Look.Seen seen ->
                acting.act(
                        seen,
                        warnings.stream()
                                .map(warning -> Judge.judge(warning, place.cluster(), seen.snapshot(), start))
                                .toList(),
                        start,
                        end);
        };
    }

    private static Map<Warning, Finding> ignored(Place place, List<Warning> warnings, String why) {
        return warnings.stream()
                .collect(Collectors.toMap(
                        warning -> warning,
                        warning -> Finding.of(warning, Optional.of(place.cluster()), Outcome.IGNORED, why)));
    }

    private static Finding outside(Warning warning, Owners.Found found) {
        if (warning.ignoredBecause().isPresent()) {
            return Finding.of(
                    warning,
                    Optional.empty(),
                    Outcome.IGNORED,
                    warning.ignoredBecause().get());
        }
        var owner = found.owner(warning);
        if (!warning.kind().watched()) {
            return recorded(warning, owner);
        }
        return switch (owner.orElseThrow()) {
            case Owner.OfNone(var why) -> Finding.of(warning, Optional.empty(), Outcome.FOREIGN, why);
            case Owner.NotSeen() -> withoutTags(warning);
            case Owner.NotAsked(var why) -> Finding.of(warning, Optional.empty(), Outcome.IGNORED, why);
            case Owner.NotKnown(var failure) ->
                Finding.failed(
                        warning,
                        Optional.empty(),
                        "the instance's tags could not be read: " + Failures.describe(failure),
                        failure);
            case Owner.OfCluster(var name, var nodeGroup, var nodePool) ->
                Finding.of(warning, Optional.of(name), Outcome.NODE_GROUP, "node group " + nodeGroup.orElseThrow());
        };
    }

    /** The tags of an instance that goes seconds after its launch come later than its warning. */
    private static Finding withoutTags(Warning warning) {
        var mayStillCome =
                warning.comesFromQueue() && !warning.isLate() && warning.age().compareTo(Judge.PATIENCE) < 0;
        return mayStillCome
                ? Finding.of(warning, Optional.empty(), Outcome.WAITING, NO_TAGS + " yet: a new instance's come later")
                : Finding.of(warning, Optional.empty(), Outcome.FOREIGN, NO_TAGS);
    }

    private static Finding recorded(Warning warning, Optional<Owner> owner) {
        if (owner.isEmpty()) {
            return Finding.of(warning, Optional.empty(), Outcome.RECORDED, "");
        }
        return switch (owner.get()) {
            case Owner.OfCluster(var name, var nodeGroup, var nodePool) ->
                Finding.of(
                                warning,
                                Optional.of(name),
                                Outcome.RECORDED,
                                nodeGroup.map(group -> "node group " + group).orElse(""))
                        .withNodePool(nodePool);
            case Owner.OfNone(var why) -> Finding.of(warning, Optional.empty(), Outcome.RECORDED, why);
            case Owner.NotSeen() -> Finding.of(warning, Optional.empty(), Outcome.RECORDED, NO_TAGS);
            case Owner.NotAsked(var why) -> Finding.of(warning, Optional.empty(), Outcome.RECORDED, why);
            case Owner.NotKnown(var failure) ->
                Finding.of(
                        warning,
                        Optional.empty(),
                        Outcome.RECORDED,
                        "whose it is could not be read: " + Failures.describe(failure));
        };
    }

    private static String words(RuntimeException failure) {
        // Its message is whole; its causes would only repeat it.
        return switch (failure) {
            case KubernetesUnavailableException unavailable -> unavailable.getMessage();
            case NoAnswerException none -> "the cluster was not looked into: " + Failures.describe(none);
            default -> Failures.describe(failure);
        };
    }
}
