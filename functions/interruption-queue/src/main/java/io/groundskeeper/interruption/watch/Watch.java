package io.groundskeeper.interruption.watch;

import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import io.groundskeeper.core.log.Failures;
import io.groundskeeper.interruption.atonce.AtOnce;
import io.groundskeeper.interruption.atonce.AtOnce.Answer;
import io.groundskeeper.interruption.atonce.NoAnswerException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Looks once at what becomes of warnings; each cluster is looked into at most once, all of them at once. Never throws
 * for one of them, and is through in some 12 s: what did not answer by then is failed, the others are not.
 */
final class Watch {

    /** From the start; the function has 20 s, and what was found must still be told and put back. */
    private static final Duration TIME = Duration.ofSeconds(12);

    private static final Duration TIME_FOR_TAGS = Duration.ofSeconds(5);

    private static final String NO_TAGS = "no tags seen";

    private record Place(String region, String cluster) {}

    private final Owners owners;
    private final Clusters clusters;
    private final Clock clock;

    /** @param clock the time of day, never a sample's */
    Watch(InstanceTags tags, Clusters clusters, Clock clock) {
        this.owners = new Owners(tags);
        this.clusters = clusters;
        this.clock = clock;
    }

    /** One finding for each warning, in their order. */
    List<Finding> look(List<Warning> warnings) {
        var end = clock.instant().plus(TIME);
        var found = owners.of(warnings, TIME_FOR_TAGS);
        var looks = looks(warnings, found, Duration.between(clock.instant(), end));
        return warnings.stream().map(warning -> look(warning, found, looks)).toList();
    }

    private Map<Place, Answer<Optional<ClusterSnapshot>>> looks(
            List<Warning> warnings, Map<String, Owner> found, Duration left) {
        var places = warnings.stream()
                .filter(warning ->
                        warning.kind().watched() && warning.ignoredBecause().isEmpty())
                .flatMap(warning -> place(warning, warning.instanceId().map(found::get)))
                .distinct()
                .toList();
        return AtOnce.ask(places, place -> clusters.look(place.region(), place.cluster()), left);
    }

    private static Stream<Place> place(Warning warning, Optional<Owner> owner) {
        return owner.stream()
                .flatMap(o -> o instanceof Owner.OfCluster cluster ? Stream.of(cluster) : Stream.empty())
                .filter(cluster -> cluster.nodeGroup().isEmpty())
                .map(cluster -> new Place(warning.region(), cluster.name()));
    }

    private Finding look(
            Warning warning, Map<String, Owner> found, Map<Place, Answer<Optional<ClusterSnapshot>>> looks) {
        if (warning.ignoredBecause().isPresent()) {
            return Finding.of(
                    warning,
                    Optional.empty(),
                    Outcome.IGNORED,
                    warning.ignoredBecause().get());
        }
        var owner = warning.instanceId().map(found::get);
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
            case Owner.OfCluster cluster -> inCluster(warning, cluster, looks);
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

    private Finding inCluster(
            Warning warning, Owner.OfCluster owner, Map<Place, Answer<Optional<ClusterSnapshot>>> looks) {
        var name = Optional.of(owner.name());
        if (owner.nodeGroup().isPresent()) {
            return Finding.of(
                    warning,
                    name,
                    Outcome.NODE_GROUP,
                    "node group " + owner.nodeGroup().get());
        }
        var place = new Place(warning.region(), owner.name());
        return switch (looks.get(place)) {
            case Answer.Came<Optional<ClusterSnapshot>>(var seen) ->
                seen.map(snapshot -> Judge.judge(warning, owner.name(), snapshot, clock.instant()))
                        .orElseGet(() ->
                                Finding.of(warning, name, Outcome.IGNORED, "the cluster does not exist (any more)"));
            case Answer.Failed<Optional<ClusterSnapshot>>(var failure) ->
                Finding.failed(warning, name, words(failure), failure);
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
