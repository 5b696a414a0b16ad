package io.groundskeeper.benchmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The requests that the stand-ins have answered, as they log them: how many, and how long they were at it. */
final class Requests extends Handler implements AutoCloseable {

    /** What the stand-ins log requests by. */
    private static final String LOGGER = "io.groundskeeper.local.requests";

    private record Interval(long start, long end) {}

    /**
     * Some of the requests.
     *
     * @param busyNanos how long at least one of them was being answered
     */
    record Share(int count, long busyNanos) {}

    // Strongly held: the logging framework itself keeps loggers only as long as someone else does.
    private final Logger logger = Logger.getLogger(LOGGER);
    private final ConcurrentLinkedQueue<Interval> intervals = new ConcurrentLinkedQueue<>();

    /** Listens from now on. */
    static Requests listen() {
        var requests = new Requests();
        requests.setLevel(Level.ALL);
        requests.logger.setLevel(Level.FINE);
        requests.logger.setUseParentHandlers(false);
        requests.logger.addHandler(requests);
        return requests;
    }

    @Override
    public void publish(LogRecord request) {
        var values = request.getParameters();
        intervals.add(new Interval((Long) values[values.length - 2], (Long) values[values.length - 1]));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }

    /** Those since the last time. */
    Share take() {
        var taken = new ArrayList<Interval>();
        for (var next = intervals.poll(); next != null; next = intervals.poll()) {
            taken.add(next);
        }
        return new Share(taken.size(), union(taken));
    }

    /** Requests overlap: what two of them share counts once. */
    private static long union(List<Interval> some) {
        var sorted =
                some.stream().sorted(Comparator.comparingLong(Interval::start)).toList();
        long busy = 0;
        long until = Long.MIN_VALUE;
        for (var interval : sorted) {
            var start = Math.max(interval.start(), until);
            busy += Math.max(0, interval.end() - start);
            until = Math.max(until, interval.end());
        }
        return busy;
    }
}
