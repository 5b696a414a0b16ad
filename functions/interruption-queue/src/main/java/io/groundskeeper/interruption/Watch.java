package io.groundskeeper.interruption;

import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import io.groundskeeper.core.log.Failures;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/** Looks once at what becomes of warnings; each cluster is looked into at most once. Never throws for one of them. */
final class Watch {

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
        var found = owners.of(warnings);
        var looks = looks(warnings, found);
        return warnings.stream().map(warning -> look(warning, found, looks)).toList();
    }

    /** All at once: a cluster that does not answer costs seconds, and the others' warnings have few to spare. */
    private Map<Place, Look> looks(List<Warning> warnings, Map<String, Owner> found) {
        var places = warnings.stream()
                .filter(warning ->
                        warning.kind().watched() && warning.ignoredBecause().isEmpty())
                .flatMap(warning -> place(warning, warning.instanceId().map(found::get)))
                .distinct()
                .toList();
        var looks = new ConcurrentHashMap<Place, Look>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            places.forEach(place -> threads.execute(() -> looks.put(place, look(place))));
        }
        return looks;
    }

    private static Stream<Place> place(Warning warning, Optional<Owner> owner) {
        return owner.stream()
                .flatMap(o -> o instanceof Owner.OfCluster cluster ? Stream.of(cluster) : Stream.empty())
                .filter(cluster -> cluster.nodeGroup().isEmpty())
                .map(cluster -> new Place(warning.region(), cluster.name()));
    }

    private Finding look(Warning warning, Map<String, Owner> found, Map<Place, Look> looks) {
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
            case Owner.NotKnown(var failure) ->
                Finding.failed(
                        warning,
                        Optional.empty(),
                        "the instance's tags could not be read: " + Failures.describe(failure),
                        failure);
            case Owner.OfCluster cluster -> inCluster(warning, cluster, looks);
        };
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
            case Owner.NotKnown(var failure) ->
                Finding.of(
                        warning,
                        Optional.empty(),
                        Outcome.RECORDED,
                        "whose it is could not be read: " + Failures.describe(failure));
        };
    }

    private Finding inCluster(Warning warning, Owner.OfCluster owner, Map<Place, Look> looks) {
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
            case Look.Seen(var snapshot) -> Judge.judge(warning, owner.name(), snapshot, clock.instant());
            case Look.NoCluster() ->
                Finding.of(warning, name, Outcome.IGNORED, "the cluster does not exist (any more)");
            case Look.Failed(var failure) -> Finding.failed(warning, name, words(failure), failure);
        };
    }

    private static String words(RuntimeException failure) {
        // Its message is whole; its causes would only repeat it.
        return failure instanceof KubernetesUnavailableException ? failure.getMessage() : Failures.describe(failure);
    }

    private Look look(Place place) {
        try {
            return clusters.look(place.region(), place.cluster())
                    .<Look>map(Look.Seen::new)
                    .orElseGet(Look.NoCluster::new);
        } catch (RuntimeException e) {
            return new Look.Failed(e);
        }
    }

    private sealed interface Look {
        record Seen(ClusterSnapshot snapshot) implements Look {}

        record NoCluster() implements Look {}

        record Failed(RuntimeException failure) implements Look {}
    }
}
