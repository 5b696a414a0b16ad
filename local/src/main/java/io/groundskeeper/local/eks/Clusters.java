package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.AwsException;
import io.groundskeeper.local.identity.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** All clusters, of all accounts and regions. Whoever reads or changes them does so inside {@link #with}. */
final class Clusters {
    private final InstantSource clock;
    private final Duration transition;
    private final NodeFleet fleet;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Key, Cluster> all = new LinkedHashMap<>();

    private record Key(String account, String region, String name) {}

    /**
     * No clusters yet.
     *
     * @param transition how long something is CREATING, UPDATING or DELETING
     * @param fleet the machines of their node groups
     */
    Clusters(InstantSource clock, Duration transition, NodeFleet fleet) {
        this.clock = clock;
        this.transition = transition;
        this.fleet = fleet;
    }

    /** Does something while nobody else does, after what is due has happened. */
    <T> T with(Supplier<T> action) {
        lock.lock();
        try {
            Instant now = clock.instant();
            all.values().forEach(cluster -> {
                cluster.settle(now);
                fleet.reconcile(cluster);
            });
            all.values().removeIf(Clusters::closedIfGone);
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    private static boolean closedIfGone(Cluster cluster) {
        if (cluster.resource().gone()) {
            cluster.api().close();
        }
        return cluster.resource().gone();
    }

    Instant now() {
        return clock.instant();
    }

    /** Seconds since 1970, as EKS writes times. */
    double epoch() {
        return clock.instant().toEpochMilli() / 1000.0;
    }

    /** When what begins now is done. */
    Instant due() {
        return clock.instant().plus(transition);
    }

    void add(Cluster cluster) {
        all.put(new Key(cluster.creator().account(), cluster.scope().region(), cluster.name()), cluster);
    }

    Optional<Cluster> find(EksCall call, String name) {
        return Optional.ofNullable(
                all.get(new Key(call.caller().account(), call.scope().region(), name)));
    }

    /** The cluster that the call's path names. */
    Cluster require(EksCall call) {
        String name = call.part("name");
        return find(call, name).orElseThrow(() -> Refusal.notFound("No cluster found for name: " + name + "."));
    }

    /** The cluster that the call's path names, which must be ACTIVE. */
    Cluster requireActive(EksCall call, String what) {
        var cluster = require(call);
        if (!cluster.resource().status().equals("ACTIVE")) {
            throw Refusal.notAllowed("Cannot " + what + " because cluster " + cluster.name() + " currently has status: "
                    + cluster.resource().status());
        }
        return cluster;
    }

    List<Cluster> of(String account, Scope scope) {
        return all.entrySet().stream()
                .filter(entry -> entry.getKey().account().equals(account)
                        && entry.getKey().region().equals(scope.region()))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** The tags of a cluster or of a part of one, to be read or changed. */
    ObjectNode tags(String account, Scope scope, String arn) {
        return of(account, scope).stream()
                .flatMap(Cluster::all)
                .filter(resource -> resource.arn().equals(arn))
                .findFirst()
                .map(resource -> resource.body().withObject("/tags"))
                .orElseThrow(() -> new AwsException(404, "NotFoundException", "Resource was not found: " + arn));
    }

    List<Cluster> all() {
        return List.copyOf(all.values());
    }
}
