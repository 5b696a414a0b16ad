package io.groundskeeper.benchmarks;

import java.util.List;

/**
 * What many invocations took, in milliseconds.
 *
 * @param own without the time in which a stand-in was answering
 * @param wall from the invocation to its answer
 * @param requests to AWS and Kubernetes, on average
 */
record Figures(String name, Spread own, Spread wall, double requests) {

    /** One invocation. */
    record Sample(long wallNanos, Requests.Share requests) {
        long ownNanos() {
            return Math.max(0, wallNanos - requests.busyNanos());
        }
    }

    /** @param n how many there were */
    record Spread(int n, double p50, double p99) {
        static Spread of(List<Long> nanos) {
            var sorted = nanos.stream().sorted().toList();
            return new Spread(sorted.size(), at(sorted, 0.50), at(sorted, 0.99));
        }

        private static double at(List<Long> sorted, double share) {
            var rank = (int) Math.ceil(share * sorted.size()) - 1;
            return sorted.get(Math.max(0, rank)) / 1e6;
        }
    }

    static Figures of(String name, List<Sample> samples) {
        return new Figures(
                name,
                Spread.of(samples.stream().map(Sample::ownNanos).toList()),
                Spread.of(samples.stream().map(Sample::wallNanos).toList()),
                samples.stream()
                        .mapToInt(sample -> sample.requests().count())
                        .average()
                        .orElse(0));
    }

    /** A line of the table; the ratio is that of the medians without the stand-ins. */
    String line(Figures baseline) {
        return "%-46s %5d %9.1f %9.1f %8.1fx %9.1f %9.1f %9.1f"
                .formatted(
                        name,
                        own.n(),
                        own.p50(),
                        own.p99(),
                        own.p50() / baseline.own().p50(),
                        wall.p50(),
                        wall.p99(),
                        requests);
    }

    static String head() {
        return "%-46s %5s %9s %9s %9s %9s %9s %9s"
                .formatted("ms", "n", "own p50", "own p99", "baseline", "wall p50", "wall p99", "requests");
    }
}
