package io.groundskeeper.core.log;

import io.groundskeeper.core.json.Json;
import java.io.PrintStream;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Log lines and CloudWatch embedded metrics: one JSON object a line. Callers name what they log; they never pass a
 * secret, a token or a whole event. Safe for use by several threads.
 */
public final class Log {

    private static final String NAMESPACE = "Groundskeeper";

    private final PrintStream out;
    private final Clock clock;
    private final Map<String, Object> context;

    private Log(PrintStream out, Clock clock, Map<String, Object> context) {
        this.out = out;
        this.clock = clock;
        this.context = context;
    }

    /** @param function the name that every line carries */
    public static Log of(PrintStream out, Clock clock, String function) {
        return new Log(out, clock, Map.of("function", function));
    }

    /** The same log with more on every line, for example the event's id. */
    public Log with(Map<String, ?> more) {
        var all = new LinkedHashMap<String, Object>(context);
        all.putAll(more);
        return new Log(out, clock, all);
    }

    /** @param event what happened, one word or a few with dashes */
    public void info(String event, Map<String, ?> fields) {
        line("INFO", event, fields);
    }

    /** Something that someone should look at, and that lost nothing. */
    public void warn(String event, Map<String, ?> fields) {
        line("WARN", event, fields);
    }

    /** A failure, with its chain of causes. */
    public void error(String event, Throwable failure, Map<String, ?> fields) {
        var all = new LinkedHashMap<String, Object>(fields);
        all.put("error", Failures.describe(failure));
        line("ERROR", event, all);
    }

    /** A metric of one, by the dimensions given: their values become part of its name in CloudWatch. */
    public void count(String metric, Map<String, String> dimensions) {
        metric(metric, 1, "Count", dimensions);
    }

    /**
     * One value of a metric.
     *
     * @param unit a CloudWatch unit such as Count or Seconds
     */
    public record Metric(String name, double value, String unit) {

        /** A number of things. */
        public static Metric count(String name, int value) {
            return new Metric(name, value, "Count");
        }

        private Map<String, String> definition() {
            return Map.of("Name", name, "Unit", unit);
        }
    }

    /** @param unit a CloudWatch unit such as Count or Seconds */
    public void metric(String metric, double value, String unit, Map<String, String> dimensions) {
        metrics(List.of(new Metric(metric, value, unit)), List.of(dimensions));
    }

    /**
     * Several metrics in one line, each by every one of several sets of dimensions.
     *
     * @param dimensionSets a dimension that is in several of them has the same value in all
     */
    public void metrics(List<Metric> metrics, List<Map<String, String>> dimensionSets) {
        var all = new LinkedHashMap<String, Object>();
        all.put(
                "_aws",
                Map.of(
                        "Timestamp", clock.millis(),
                        "CloudWatchMetrics",
                                List.of(Map.of(
                                        "Namespace",
                                        NAMESPACE,
                                        "Dimensions",
                                        dimensionSets.stream()
                                                .map(Log::metricKeys)
                                                .toList(),
                                        "Metrics",
                                        metrics.stream().map(Metric::definition).toList()))));
        all.put("Function", String.valueOf(context.get("function")));
        dimensionSets.forEach(all::putAll);
        metrics.forEach(metric -> all.put(metric.name(), metric.value()));
        print(all);
    }

    private static List<String> metricKeys(Map<String, String> dimensions) {
        return Stream.concat(Stream.of("Function"), dimensions.keySet().stream())
                .toList();
    }

    private void line(String level, String event, Map<String, ?> fields) {
        var all = new LinkedHashMap<String, Object>();
        all.put("timestamp", clock.instant().toString());
        all.put("level", level);
        all.put("event", event);
        all.putAll(context);
        all.putAll(fields);
        print(all);
    }

    private void print(Map<String, Object> all) {
        out.println(Json.write(all));
    }
}
