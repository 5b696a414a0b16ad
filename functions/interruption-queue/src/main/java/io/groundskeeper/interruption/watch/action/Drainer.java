package io.groundskeeper.interruption.watch.action;

import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import io.groundskeeper.core.log.Failures;
import io.groundskeeper.interruption.atonce.AtOnce;
import io.groundskeeper.interruption.atonce.AtOnce.Answer;
import io.groundskeeper.interruption.cluster.ClusterCalls;
import io.groundskeeper.interruption.cluster.ClusterCalls.Applied;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.Claim;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.Node;
import io.groundskeeper.interruption.cluster.Eviction;
import io.groundskeeper.interruption.cluster.NodeMark;
import io.groundskeeper.interruption.cluster.Pod;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes one pass over an interrupted node: marks it, has its NodeClaim deleted, and asks once for each pod that is to go
 * now. What is refused is asked for again in the next pass. Everything is read from the cluster, so that a pass can be
 * interrupted anywhere and made twice.
 */
public final class Drainer {

    /** Before the instance goes, pods that could not be evicted are deleted, where that is allowed. */
    static final Duration LAST_SECONDS = Duration.ofSeconds(15);

    /** Never 0: that would let a pod's successor run beside it. */
    private static final Duration SHORTEST_GRACE = Duration.ofSeconds(1);

    private static final int MOST_MARKS = 3;
    private static final int MOST_ASKED = 10;

    private final ClusterCalls cluster;
    private final Turns turns;
    private final Clock clock;

    /**
     * @param turns of this cluster's pods
     * @param clock the time of day
     */
    public Drainer(ClusterCalls cluster, Turns turns, Clock clock) {
        this.cluster = cluster;
        this.turns = turns;
        this.clock = clock;
    }

    /**
     * Makes the pass. Never throws for what the cluster answers: that is in the progress.
     *
     * @param goesAt when the instance goes, by the clock; empty if that is not known
     * @param until when the pass must be over
     */
    public Progress drain(Step.Drain step, Policy policy, Optional<Instant> goesAt, Instant until) {
        var marked = mark(step);
        // The NodeClaim goes even if the node could not be marked: each helps without the other.
        var nodeClaim = step.claim().flatMap(this::deleteNodeClaim);
        var pass = new Pass(marked.begun(), nodeClaim);
        if (marked.gone()) {
            return pass.nodeGone();
        }
        if (marked.failure().isPresent()) {
            return pass.failed(marked.failure().get());
        }
        return step.evicts() ? movePods(step, policy, goesAt, until, pass) : pass.complete(List.of());
    }

    /** What a pass would do, in words; changes nothing. */
    public String wouldDrain(Step.Drain step, Instant until) {
        var words = new ArrayList<String>();
        NodeMark.of(step.node(), step.kind())
                .ifPresent(mark -> words.add("cordon and taint node %s".formatted(mark.name())));
        step.claim().ifPresent(claim -> words.add("delete NodeClaim %s".formatted(claim.name())));
        if (step.evicts()) {
            var plan = DrainPlan.of(cluster.pods(step.node().name()), step.kind(), clock.instant(), false);
            words.add("evict " + Words.pods(plan.evict().stream().map(Pod::path).toList()));
            if (!plan.later().isEmpty()) {
                words.add("after them "
                        + Words.pods(plan.later().stream().map(Pod::path).toList()));
            }
            var left = new ArrayList<>(plan.held());
            left.addAll(whyNot(plan.evict(), until));
            if (!left.isEmpty()) {
                words.add("not now " + Words.blockers(left));
            }
        }
        return String.join("; ", words);
    }

    /** Which pods are to leave a node and are still there, and why; changes nothing. */
    public List<Blocker> left(Step.CountLeft step, Instant until) {
        var now = clock.instant();
        var pods = DrainPlan.toMove(cluster.pods(step.node().name()), step.kind(), now)
                .toList();
        var left = new ArrayList<Blocker>();
        var ask = new ArrayList<Pod>();
        for (var pod : pods) {
            var protection = Protection.of(pod, now);
            if (pod.terminating()) {
                left.add(new Blocker(pod.path(), "was still terminating"));
            } else if (protection.isPresent()) {
                left.add(new Blocker(pod.path(), protection.get()));
            } else {
                ask.add(pod);
            }
        }
        var asked = whyNot(ask, until);
        left.addAll(asked);
        ask.stream()
                .filter(pod -> asked.stream().noneMatch(a -> a.pod().equals(pod.path())))
                .forEach(pod -> left.add(new Blocker(pod.path(), "was not evicted in time")));
        return left;
    }

    private List<Blocker> whyNot(List<Pod> pods, Instant until) {
        var some = pods.stream().limit(MOST_ASKED).toList();
        var left = new ArrayList<Blocker>();
        ask(some, cluster::tryEviction, until).forEach((pod, answer) -> {
            switch (answer) {
                case Answer.Came<Eviction>(Eviction.Blocked(var why, var askAgainIn)) ->
                    left.add(new Blocker(pod.path(), why));
                case Answer.Came<Eviction> goes -> {}
                case Answer.Failed<Eviction>(var why) -> left.add(new Blocker(pod.path(), Failures.describe(why)));
            }
        });
        return left;
    }

    private record Marked(boolean begun, boolean gone, Optional<RuntimeException> failure) {}

    private Marked mark(Step.Drain step) {
        try {
            return mark(step.node(), step.kind(), step.node().uid(), MOST_MARKS);
        } catch (RuntimeException e) {
            return new Marked(false, false, Optional.of(e));
        }
    }

    /** The kubelet and others change a node at any time: then it is read again. */
    private Marked mark(Node node, String kind, String uid, int tries) {
        var mark = NodeMark.of(node, kind);
        if (mark.isEmpty()) {
            return new Marked(false, false, Optional.empty());
        }
        return switch (cluster.mark(mark.get())) {
            case DONE -> new Marked(!node.interrupted(), false, Optional.empty());
            case GONE -> new Marked(false, true, Optional.empty());
            case CONFLICT -> {
                if (tries <= 1) {
                    throw new IllegalStateException(
                            "node %s changed each time it was to be marked".formatted(node.name()));
                }
                yield cluster.node(node.name())
                        .filter(now -> now.uid().equals(uid))
                        .map(now -> mark(now, kind, uid, tries - 1))
                        .orElseGet(() -> new Marked(false, true, Optional.empty()));
            }
        };
    }

    /** Why it could not be deleted; one that is gone is no problem. */
    private Optional<RuntimeException> deleteNodeClaim(Claim claim) {
        try {
            cluster.deleteNodeClaim(claim.name(), claim.uid());
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(e);
        }
    }

    private Progress movePods(Step.Drain step, Policy policy, Optional<Instant> goesAt, Instant until, Pass pass) {
        try {
            var now = clock.instant();
            var force = policy.forceDelete()
                    && goesAt.filter(end -> !now.isBefore(end.minus(LAST_SECONDS)))
                            .isPresent();
            var plan = DrainPlan.of(cluster.pods(step.node().name()), step.kind(), now, force);
            var moved = new Moved();
            ask(plan.evict(), cluster::evict, until).forEach(moved::evicted);
            ask(plan.delete(), pod -> cluster.delete(pod, grace(goesAt)), until).forEach(moved::deleted);
            return pass.moved(plan, moved);
        } catch (RuntimeException e) {
            return pass.failed(e);
        }
    }

    private Duration grace(Optional<Instant> goesAt) {
        var left = Duration.between(clock.instant(), goesAt.orElseThrow());
        return left.compareTo(SHORTEST_GRACE) < 0 ? SHORTEST_GRACE : left;
    }

    private <V> Map<Pod, Answer<V>> ask(List<Pod> pods, Function<Pod, V> question, Instant until) {
        return AtOnce.ask(
                pods, pod -> turns.inTurn(() -> question.apply(pod)), Duration.between(clock.instant(), until));
    }

    /** What the pods' answers were. */
    private static final class Moved {

        private final List<String> evicted = new ArrayList<>();
        private final List<String> deleted = new ArrayList<>();
        private final List<Blocker> blocked = new ArrayList<>();
        private final List<Duration> askAgainIn = new ArrayList<>();
        private Optional<RuntimeException> missingRight = Optional.empty();

        void evicted(Pod pod, Answer<Eviction> answer) {
            switch (answer) {
                case Answer.Came<Eviction>(Eviction.Accepted()) -> evicted.add(pod.path());
                case Answer.Came<Eviction>(Eviction.Gone()) -> {}
                case Answer.Came<Eviction>(Eviction.Blocked(var why, var wait)) -> {
                    blocked.add(new Blocker(pod.path(), why));
                    wait.ifPresent(askAgainIn::add);
                }
                case Answer.Failed<Eviction>(var why) -> failed(pod, why);
            }
        }

        void deleted(Pod pod, Answer<Applied> answer) {
            switch (answer) {
                case Answer.Came<Applied>(var applied) -> {
                    if (applied == Applied.DONE) {
                        deleted.add(pod.path());
                    }
                }
                case Answer.Failed<Applied>(var why) -> failed(pod, why);
            }
        }

        private void failed(Pod pod, RuntimeException why) {
            blocked.add(new Blocker(pod.path(), Failures.describe(why)));
            if (why instanceof KubernetesUnavailableException unavailable
                    && unavailable.reason() == KubernetesUnavailableException.Cause.FORBIDDEN) {
                missingRight = Optional.of(why);
            }
        }
    }

    /** A pass whose node was marked, and its ends. */
    private record Pass(boolean begun, Optional<RuntimeException> nodeClaimProblem) {

        Progress nodeGone() {
            return progress(true, List.of(), List.of(), List.of(), false, Optional.empty(), Optional.empty());
        }

        Progress failed(RuntimeException failure) {
            return progress(false, List.of(), List.of(), List.of(), false, Optional.empty(), Optional.of(failure));
        }

        Progress complete(List<Blocker> terminating) {
            return progress(false, List.of(), List.of(), terminating, true, Optional.empty(), Optional.empty());
        }

        Progress moved(DrainPlan plan, Moved moved) {
            var left = new ArrayList<>(moved.blocked);
            left.addAll(plan.held());
            plan.later()
                    .forEach(pod ->
                            left.add(new Blocker(pod.path(), "waits until the pods that are not critical are gone")));
            plan.terminating().forEach(pod -> left.add(new Blocker(pod.path(), "terminating")));
            return progress(
                    false,
                    moved.evicted,
                    moved.deleted,
                    left,
                    plan.isDone(),
                    moved.askAgainIn.stream().max(Duration::compareTo),
                    moved.missingRight);
        }

        private Progress progress(
                boolean gone,
                List<String> evicted,
                List<String> deleted,
                List<Blocker> left,
                boolean complete,
                Optional<Duration> askAgainIn,
                Optional<RuntimeException> failure) {
            return new Progress(begun, gone, evicted, deleted, left, complete, askAgainIn, nodeClaimProblem, failure);
        }
    }
}
