package io.groundskeeper.interruption.watch;

import io.groundskeeper.core.log.Log;
import io.groundskeeper.interruption.watch.action.Progress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What CloudWatch counts of a finding: interruptions and their pods, and rebalance recommendations, by outcome, by instance type and zone, by NodePool and
 * by capacity type. What is not known makes no dimension: that set is left out. Pods are counted in each pass, everything
 * else at the end.
 */
final class Metrics {

    private static final String OUTCOME = "Outcome";

    private Metrics() {}

    static void record(Finding finding, Log log) {
        var isLast = Verdicts.isLast(finding);
        var kind = finding.warning().kind();
        if (isLast) {
            log.count("Warnings", Map.of(OUTCOME, finding.outcome().name(), "Kind", kind.name()));
        }
        var metrics = new ArrayList<Log.Metric>();
        if (isLast && kind.isInterruption()) {
            metrics.add(Log.Metric.count("Interruptions", 1));
        }
        if (isLast && kind == Kind.REBALANCE) {
            metrics.add(Log.Metric.count("Rebalances", 1));
        }
        finding.progress().ifPresent(progress -> pods(metrics, progress, isLast));
        // Negative where the node was going for another reason: that says nothing about Karpenter's speed.
        finding.handledAfter()
                .filter(after -> isLast && !after.isNegative())
                .ifPresent(after ->
                        metrics.add(new Log.Metric("SecondsToKarpenter", after.toMillis() / 1000.0, "Seconds")));
        if (!metrics.isEmpty()) {
            log.metrics(metrics, dimensions(finding));
        }
    }

    private static void pods(List<Log.Metric> metrics, Progress progress, boolean isLast) {
        if (!progress.evicted().isEmpty()) {
            metrics.add(Log.Metric.count("PodsEvicted", progress.evicted().size()));
        }
        if (!progress.forceDeleted().isEmpty()) {
            metrics.add(
                    Log.Metric.count("PodsForceDeleted", progress.forceDeleted().size()));
        }
        if (isLast) {
            metrics.add(Log.Metric.count("PodsLeft", progress.left().size()));
        }
    }

    private static List<Map<String, String>> dimensions(Finding finding) {
        var outcome = Optional.of(finding.outcome().name());
        var traits = finding.traits();
        var sets = new ArrayList<Map<String, String>>();
        sets.add(Map.of(OUTCOME, outcome.get()));
        sets.add(Map.of("Kind", finding.warning().kind().name()));
        both("InstanceType", traits.instanceType(), "Zone", traits.zone()).ifPresent(sets::add);
        both("NodePool", finding.nodePool(), OUTCOME, outcome).ifPresent(sets::add);
        both("CapacityType", traits.capacityType(), OUTCOME, outcome).ifPresent(sets::add);
        return sets;
    }

    private static Optional<Map<String, String>> both(
            String first, Optional<String> one, String second, Optional<String> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return Optional.empty();
        }
        var both = new LinkedHashMap<String, String>();
        both.put(first, one.get());
        both.put(second, other.get());
        return Optional.of(both);
    }
}
