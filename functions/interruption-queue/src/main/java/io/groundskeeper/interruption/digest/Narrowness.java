package io.groundskeeper.interruption.digest;

import io.groundskeeper.core.log.Failures;
import io.groundskeeper.interruption.atonce.AtOnce;
import io.groundskeeper.interruption.atonce.AtOnce.Answer;
import io.groundskeeper.interruption.digest.DigestReport.Narrow;
import io.groundskeeper.interruption.digest.DigestReport.NotRead;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/** Finds the NodePools that allow few types: the fewer, the surer all their spot nodes go at once. */
final class Narrowness {

    /** What Karpenter asks for before it replaces one spot node by a cheaper one. */
    static final int ENOUGH = 15;

    /** @param narrow those that allow fewer than {@link #ENOUGH} */
    record Found(List<Narrow> narrow, List<NotRead> notRead) {}

    /** How many clusters are looked into at a time: each takes a connection of its own, and EKS throttles. */
    private static final int AT_A_TIME = 20;

    private final NodePools pools;
    private final InstanceTypes types;

    Narrowness(NodePools pools, InstanceTypes types) {
        this.pools = pools;
        this.types = types;
    }

    /** @param time for all clusters, which are looked into at once; what does not answer in it is said to be not read */
    Found look(Duration time) {
        var turns = new Semaphore(AT_A_TIME);
        var answers = AtOnce.ask(pools.clusters(), cluster -> inTurn(cluster, turns), time);
        // Five seconds of calls: only where there is a NodePool to hold against them.
        var all = answers.values().stream().anyMatch(Narrowness::hasSpot) ? types.spot() : List.<InstanceType>of();
        var narrow = new ArrayList<Narrow>();
        var notRead = new ArrayList<NotRead>();
        answers.forEach((cluster, answer) -> {
            switch (answer) {
                case Answer.Came<Optional<List<NodePool>>>(var found) ->
                    found.orElse(List.of()).stream()
                            .filter(NodePool::allowsSpot)
                            .flatMap(pool -> judge(cluster, pool, all).stream())
                            .forEach(narrow::add);
                case Answer.Failed<Optional<List<NodePool>>>(var why) ->
                    notRead.add(new NotRead(cluster, Failures.describe(why)));
            }
        });
        return new Found(narrow, notRead);
    }

    private Optional<List<NodePool>> inTurn(String cluster, Semaphore turns) {
        try {
            turns.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("it was not its turn in the time there was", e);
        }
        try {
            return pools.of(cluster);
        } finally {
            turns.release();
        }
    }

    private static boolean hasSpot(Answer<Optional<List<NodePool>>> answer) {
        return answer instanceof Answer.Came<Optional<List<NodePool>>>(var found)
                && found.orElse(List.of()).stream().anyMatch(NodePool::allowsSpot);
    }

    private static Optional<Narrow> judge(String cluster, NodePool pool, List<InstanceType> all) {
        var allowed = pool.allowed(all).size();
        return allowed < ENOUGH
                ? Optional.of(new Narrow(cluster, pool.name(), allowed, List.copyOf(pool.notEvaluated())))
                : Optional.empty();
    }
}
