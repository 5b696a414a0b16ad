package io.groundskeeper.interruption.aws;

import static java.util.stream.Collectors.toMap;

import io.groundskeeper.core.aws.AwsJsonClient;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.interruption.digest.Tallies;
import io.groundskeeper.interruption.digest.Tally;
import io.groundskeeper.interruption.duty.Duty;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import software.amazon.awssdk.regions.Region;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The function's own metrics, as its log lines brought them to CloudWatch.
 *
 * @param cloudWatch for {@link AwsJsonClient.Service#CLOUD_WATCH}
 * @param region the function's
 */
public record CloudWatchTallies(AwsJsonClient cloudWatch, Region region) implements Tallies {

    private static final String NAMESPACE = "Groundskeeper";
    private static final String FUNCTION = "Function";
    private static final int PERIOD_SECONDS = 300;

    /** One call gives 100,800 values at most, and a day has 288 periods. */
    private static final int AT_ONCE = 300;

    @Override
    public List<Tally> read(Set<String> metrics, Instant from, Instant to) {
        var known =
                metrics.stream().flatMap(name -> list(name).stream()).distinct().toList();
        var tallies = new ArrayList<Tally>();
        for (int start = 0; start < known.size(); start += AT_ONCE) {
            tallies.addAll(sums(known.subList(start, Math.min(start + AT_ONCE, known.size())), from, to));
        }
        return tallies;
    }

    private List<JsonNode> list(String name) {
        var input = Json.object().put("Namespace", NAMESPACE).put("MetricName", name);
        input.putArray("Dimensions").addObject().put("Name", FUNCTION).put("Value", Duty.FUNCTION);
        var metrics = new ArrayList<JsonNode>();
        pages("ListMetrics", input, page -> page.path("Metrics").forEach(metrics::add));
        return metrics;
    }

    private List<Tally> sums(List<JsonNode> metrics, Instant from, Instant to) {
        var input = Json.object().put("StartTime", from.getEpochSecond()).put("EndTime", to.getEpochSecond());
        var queries = input.putArray("MetricDataQueries");
        for (int i = 0; i < metrics.size(); i++) {
            var stat = queries.addObject().put("Id", "m" + i).putObject("MetricStat");
            stat.put("Stat", "Sum").put("Period", PERIOD_SECONDS).set("Metric", metrics.get(i));
        }
        var sums = new HashMap<String, Double>();
        pages(
                "GetMetricData",
                input,
                page -> page.path("MetricDataResults")
                        .forEach(result -> result.path("Values")
                                .forEach(value -> sums.merge(
                                        result.path("Id").stringValue(), value.doubleValue(), Double::sum))));
        var tallies = new ArrayList<Tally>();
        for (int i = 0; i < metrics.size(); i++) {
            var metric = metrics.get(i);
            var sum = Math.round(sums.getOrDefault("m" + i, 0.0));
            tallies.add(new Tally(metric.path("MetricName").stringValue(), dimensions(metric), sum));
        }
        return tallies;
    }

    private void pages(String operation, ObjectNode input, Consumer<JsonNode> page) {
        String next;
        do {
            var answer = cloudWatch.call(operation, input, region);
            page.accept(answer);
            next = answer.path("NextToken").asString("");
            input.put("NextToken", next);
        } while (!next.isEmpty());
    }

    private static Map<String, String> dimensions(JsonNode metric) {
        return metric.path("Dimensions")
                .valueStream()
                .filter(dimension -> !dimension.path("Name").asString().equals(FUNCTION))
                .collect(toMap(
                        dimension -> dimension.path("Name").stringValue(),
                        dimension -> dimension.path("Value").stringValue()));
    }
}
