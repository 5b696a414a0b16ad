package io.groundskeeper.interruption.watch;

import io.groundskeeper.interruption.cluster.ClusterCalls;
import io.groundskeeper.interruption.cluster.ClusterSnapshot;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.Claim;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.Controller;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.Node;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.State;
import io.groundskeeper.interruption.cluster.Eviction;
import io.groundskeeper.interruption.cluster.Look;
import io.groundskeeper.interruption.cluster.NodeMark;
import io.groundskeeper.interruption.cluster.Pod;
import io.groundskeeper.interruption.cluster.Taint;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A cluster in memory that really evicts: with PodDisruptionBudgets, uids and resource versions, pods that take their
 * time, and a Karpenter that works, idles or is down. Records each change that was asked for.
 */
final class FakeCluster implements ClusterCalls {

    private record Budget(String name, String podPrefix, int minAvailable) {}

    private record Bound(String node, Pod pod, Duration grace) {}

    private final Clock clock;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<String, Claim> claims = new LinkedHashMap<>();
    private final Map<String, Bound> pods = new LinkedHashMap<>();
    private final List<Budget> budgets = new ArrayList<>();
    private final Map<String, String> tags = new HashMap<>();
    private final List<String> changes = new ArrayList<>();
    private final Map<String, Runnable> hooks = new HashMap<>();
    private final AtomicInteger running = new AtomicInteger();
    private int mostAtOnce;
    private Controller controller = new Controller(State.ALIVE, "as the lease shows");
    private boolean terminates = true;

    FakeCluster(Clock clock) {
        this.clock = clock;
    }

    FakeCluster with(ClusterSnapshot snapshot) {
        snapshot.nodes().forEach(this::with);
        snapshot.claims().forEach(this::with);
        controller = snapshot.controller();
        terminates = false;
        return this;
    }

    FakeCluster with(Node node) {
        nodes.put(node.name(), node);
        return this;
    }

    FakeCluster with(Claim claim) {
        claims.put(claim.name(), claim);
        return this;
    }

    /** @param grace how long it takes to go once it was told to */
    FakeCluster with(String node, Pod pod, Duration grace) {
        pods.put(pod.path(), new Bound(node, pod, grace));
        return this;
    }

    FakeCluster withBudget(String name, String podPrefix, int minAvailable) {
        budgets.add(new Budget(name, podPrefix, minAvailable));
        return this;
    }

    void withoutBudget(String name) {
        budgets.removeIf(budget -> budget.name().equals(name));
    }

    FakeCluster tagged(String key, String value) {
        tags.put(key, value);
        return this;
    }

    /** @param acts whether it goes on with NodeClaims that are being deleted */
    FakeCluster karpenter(State state, boolean acts) {
        controller = new Controller(state, "as the lease shows");
        terminates = acts;
        return this;
    }

    /** Something that happens before each call whose record begins so; what it throws the call throws. */
    FakeCluster before(String change, Runnable hook) {
        hooks.put(change, hook);
        return this;
    }

    void remove(String nodeOrClaim) {
        nodes.remove(nodeOrClaim);
        claims.remove(nodeOrClaim);
    }

    void removePod(String path) {
        pods.remove(path);
    }

    /** The node changes, as when its kubelet reports. */
    void touch(String node) {
        var old = nodes.get(node);
        nodes.put(
                node,
                new Node(
                        old.name(),
                        old.uid(),
                        old.resourceVersion() + "1",
                        old.providerId(),
                        old.labels(),
                        old.deletedAt(),
                        old.taints(),
                        old.unschedulable()));
    }

    /** Each change that was asked for, in order. */
    synchronized List<String> changes() {
        return List.copyOf(changes);
    }

    int mostAtOnce() {
        return mostAtOnce;
    }

    synchronized List<String> podsLeft() {
        settle();
        return List.copyOf(pods.keySet());
    }

    Node theNode(String name) {
        return nodes.get(name);
    }

    Claim theClaim(String name) {
        return claims.get(name);
    }

    synchronized Look.Seen look() {
        settle();
        return new Look.Seen(
                new ClusterSnapshot(List.copyOf(nodes.values()), List.copyOf(claims.values()), controller), tags, this);
    }

    private void settle() {
        var now = clock.instant();
        pods.values()
                .removeIf(bound ->
                        bound.pod().goneBy().filter(end -> !end.isAfter(now)).isPresent());
        if (terminates) {
            claims.values().stream()
                    .filter(claim -> claim.deletedAt().isPresent())
                    .flatMap(claim -> nodes.values().stream()
                            .filter(node -> node.providerId().equals(claim.providerId()) && !node.disrupted())
                            .toList()
                            .stream())
                    .toList()
                    .forEach(this::disrupt);
        }
    }

    private void disrupt(Node node) {
        var taints = new ArrayList<>(node.taints());
        taints.add(Taint.noSchedule("karpenter.sh/disrupted", ""));
        nodes.put(
                node.name(),
                new Node(
                        node.name(),
                        node.uid(),
                        node.resourceVersion() + "1",
                        node.providerId(),
                        node.labels(),
                        Optional.of(clock.instant()),
                        taints,
                        node.unschedulable()));
    }

    @Override
    public synchronized Optional<Node> node(String name) {
        return Optional.ofNullable(nodes.get(name));
    }

    @Override
    public synchronized List<Pod> pods(String nodeName) {
        hook("pods " + nodeName);
        settle();
        return pods.values().stream()
                .filter(bound -> bound.node().equals(nodeName))
                .map(Bound::pod)
                .toList();
    }

    @Override
    public synchronized Applied mark(NodeMark mark) {
        record("mark " + mark.name());
        var node = nodes.get(mark.name());
        if (node == null) {
            return Applied.GONE;
        }
        if (!node.resourceVersion().equals(mark.resourceVersion())) {
            return Applied.CONFLICT;
        }
        var labels = new HashMap<>(node.labels());
        labels.putAll(mark.labels());
        nodes.put(
                mark.name(),
                new Node(
                        node.name(),
                        node.uid(),
                        node.resourceVersion() + "1",
                        node.providerId(),
                        labels,
                        node.deletedAt(),
                        mark.taints(),
                        true));
        return Applied.DONE;
    }

    @Override
    public synchronized Applied deleteNodeClaim(String name, String uid) {
        record("delete claim " + name);
        var claim = claims.get(name);
        if (claim == null || !claim.uid().equals(uid)) {
            return Applied.GONE;
        }
        claims.put(
                name,
                new Claim(
                        name,
                        uid,
                        claim.providerId(),
                        claim.labels(),
                        claim.deletedAt().or(() -> Optional.of(clock.instant()))));
        return Applied.DONE;
    }

    @Override
    public Eviction evict(Pod pod) {
        var now = running.incrementAndGet();
        try {
            synchronized (this) {
                mostAtOnce = Math.max(mostAtOnce, now);
                record("evict " + pod.path());
                return evict(pod, false);
            }
        } finally {
            running.decrementAndGet();
        }
    }

    @Override
    public synchronized Eviction tryEviction(Pod pod) {
        return evict(pod, true);
    }

    private Eviction evict(Pod pod, boolean dryRun) {
        var bound = pods.get(pod.path());
        if (bound == null || !bound.pod().uid().equals(pod.uid())) {
            return new Eviction.Gone();
        }
        var matching = budgets.stream()
                .filter(budget -> pod.name().startsWith(budget.podPrefix()))
                .toList();
        if (matching.size() > 1) {
            return new Eviction.Blocked("more than one PodDisruptionBudget", Optional.empty());
        }
        if (!matching.isEmpty()
                && healthy(matching.getFirst()) <= matching.getFirst().minAvailable()) {
            return new Eviction.Blocked(
                    "The disruption budget %s needs %d healthy pods and has %d currently"
                            .formatted(
                                    matching.getFirst().name(),
                                    matching.getFirst().minAvailable(),
                                    healthy(matching.getFirst())),
                    Optional.empty());
        }
        if (!dryRun) {
            terminate(bound, bound.grace());
        }
        return new Eviction.Accepted();
    }

    private long healthy(Budget budget) {
        return pods.values().stream()
                .map(Bound::pod)
                .filter(pod -> pod.name().startsWith(budget.podPrefix()) && !pod.terminating())
                .count();
    }

    @Override
    public synchronized Applied delete(Pod pod, Duration grace) {
        record("delete %s grace %d".formatted(pod.path(), grace.toSeconds()));
        var bound = pods.get(pod.path());
        if (bound == null || !bound.pod().uid().equals(pod.uid())) {
            return Applied.GONE;
        }
        terminate(bound, grace.compareTo(bound.grace()) < 0 ? grace : bound.grace());
        return Applied.DONE;
    }

    private void terminate(Bound bound, Duration grace) {
        var pod = bound.pod();
        pods.put(
                pod.path(),
                new Bound(
                        bound.node(),
                        new Pod(
                                pod.namespace(),
                                pod.name(),
                                pod.uid(),
                                pod.createdAt(),
                                pod.goneBy()
                                        .or(() -> Optional.of(clock.instant().plus(grace))),
                                pod.staysWithNode(),
                                pod.terminal(),
                                pod.critical(),
                                pod.doNotDisrupt(),
                                pod.tolerations()),
                        bound.grace()));
    }

    private void record(String change) {
        changes.add(change);
        hook(change);
    }

    private void hook(String change) {
        hooks.entrySet().stream()
                .filter(hook -> change.startsWith(hook.getKey()))
                .map(Map.Entry::getValue)
                .toList()
                .forEach(Runnable::run);
    }
}
