package io.groundskeeper.interruption.digest;

import static java.util.Comparator.comparingLong;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;
import static java.util.stream.Collectors.toMap;

import io.groundskeeper.interruption.digest.DigestReport.OfNodePool;
import io.groundskeeper.interruption.digest.DigestReport.OfOutcome;
import io.groundskeeper.interruption.digest.DigestReport.Reclaimed;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Sorts tallies by what they were counted for. Pure. */
final class Counting {

    static final String INTERRUPTIONS = "Interruptions";
    static final String REBALANCES = "Rebalances";

    private static final String OUTCOME = "Outcome";
    private static final String NODE_POOL = "NodePool";
    private static final String TYPE = "InstanceType";
    private static final String ZONE = "Zone";

    private final List<Tally> tallies;

    Counting(List<Tally> tallies) {
        this.tallies = List.copyOf(tallies);
    }

    /** Each is counted under several sets of dimensions; this one is there for all. */
    long all(String metric) {
        return under(metric, Set.of(OUTCOME)).mapToLong(Tally::sum).sum();
    }

    List<OfNodePool> byNodePool() {
        var outcomes = under(INTERRUPTIONS, Set.of(NODE_POOL, OUTCOME))
                .collect(groupingBy(
                        tally -> tally.dimensions().get(NODE_POOL),
                        TreeMap::new,
                        toMap(tally -> tally.dimensions().get(OUTCOME), Tally::sum, Long::sum, TreeMap::new)));
        var rebalances = under(REBALANCES, Set.of(NODE_POOL, OUTCOME))
                .collect(groupingBy(tally -> tally.dimensions().get(NODE_POOL), summingLong(Tally::sum)));
        return Stream.concat(outcomes.keySet().stream(), rebalances.keySet().stream())
                .distinct()
                .map(pool -> of(pool, outcomes.getOrDefault(pool, new TreeMap<>()), rebalances.getOrDefault(pool, 0L)))
                .sorted(comparingLong(OfNodePool::interruptions)
                        .thenComparingLong(OfNodePool::rebalances)
                        .reversed()
                        .thenComparing(OfNodePool::nodePool))
                .toList();
    }

    private static OfNodePool of(String pool, Map<String, Long> outcomes, long rebalances) {
        var rows = outcomes.entrySet().stream()
                .map(entry -> new OfOutcome(entry.getKey(), entry.getValue()))
                .toList();
        return new OfNodePool(
                pool, rows.stream().mapToLong(OfOutcome::interruptions).sum(), rebalances, rows);
    }

    List<Reclaimed> reclaimed() {
        return under(INTERRUPTIONS, Set.of(TYPE, ZONE))
                .map(tally -> new Reclaimed(
                        tally.dimensions().get(TYPE), tally.dimensions().get(ZONE), tally.sum()))
                .sorted(comparingLong(Reclaimed::interruptions)
                        .reversed()
                        .thenComparing(Reclaimed::instanceType)
                        .thenComparing(Reclaimed::zone))
                .toList();
    }

    private Stream<Tally> under(String metric, Set<String> keys) {
        return tallies.stream()
                .filter(tally -> tally.metric().equals(metric)
                        && tally.sum() > 0
                        && tally.dimensions().keySet().equals(keys));
    }
}
