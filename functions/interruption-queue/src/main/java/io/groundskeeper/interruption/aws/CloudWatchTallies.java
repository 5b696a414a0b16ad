package io.groundskeeper.interruption.aws;

import static java.util.stream.Collectors.toMap;

import io.groundskeeper.core.aws.AwsCalls;
import io.groundskeeper.interruption.digest.Tallies;
import io.groundskeeper.interruption.digest.Tally;
import io.groundskeeper.interruption.duty.Duty;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.cloudwatch.model.Dimension;
import software.amazon.awssdk.services.cloudwatch.model.DimensionFilter;
import software.amazon.awssdk.services.cloudwatch.model.Metric;
import software.amazon.awssdk.services.cloudwatch.model.MetricDataQuery;

/**
 * The function's own metrics, as its log lines brought them to CloudWatch.
 *
 * @param cloudWatch of the function's Region
 */
public record CloudWatchTallies(CloudWatchClient cloudWatch) implements Tallies {

    private static final String NAMESPACE = "Groundskeeper";
    private static final String FUNCTION = "Function";
    private static final int PERIOD_SECONDS = 300;

    /** One call gives 100,800 values at most, and a day has 288 periods. */
    private static final int AT_ONCE = 300;

    @Override
    public List<Tally> read(Set<String> metrics, Instant from, Instant to) {
        var known = metrics.stream().flatMap(name -> list(name).stream()).toList();
        var tallies = new ArrayList<Tally>();
        for (int start = 0; start < known.size(); start += AT_ONCE) {
            tallies.addAll(sums(known.subList(start, Math.min(start + AT_ONCE, known.size())), from, to));
        }
        return tallies;
    }

    private List<Metric> list(String name) {
        var ours = DimensionFilter.builder().name(FUNCTION).value(Duty.FUNCTION).build();
        return AwsCalls.call(
                "cloudwatch:ListMetrics",
                () ->
                        cloudWatch
                                .listMetricsPaginator(r ->
                                        r.namespace(NAMESPACE).metricName(name).dimensions(ours))
                                .metrics()
                                .stream()
                                .toList());
    }

    private List<Tally> sums(List<Metric> metrics, Instant from, Instant to) {
        var queries = new ArrayList<MetricDataQuery>();
        for (int i = 0; i < metrics.size(); i++) {
            queries.add(query("m" + i, metrics.get(i)));
        }
        var sums = new HashMap<String, Double>();
        AwsCalls.call("cloudwatch:GetMetricData", () -> {
            sums.clear();
            cloudWatch
                    .getMetricDataPaginator(
                            r -> r.metricDataQueries(queries).startTime(from).endTime(to))
                    .metricDataResults()
                    .forEach(result -> result.values().forEach(value -> sums.merge(result.id(), value, Double::sum)));
            return sums;
        });
        var tallies = new ArrayList<Tally>();
        for (int i = 0; i < metrics.size(); i++) {
            var sum = sums.getOrDefault("m" + i, 0.0);
            tallies.add(new Tally(metrics.get(i).metricName(), dimensions(metrics.get(i)), Math.round(sum)));
        }
        return tallies;
    }

    private static MetricDataQuery query(String id, Metric metric) {
        return MetricDataQuery.builder()
                .id(id)
                .metricStat(stat -> stat.metric(metric).stat("Sum").period(PERIOD_SECONDS))
                .build();
    }

    private static Map<String, String> dimensions(Metric metric) {
        return metric.dimensions().stream()
                .filter(dimension -> !dimension.name().equals(FUNCTION))
                .collect(toMap(Dimension::name, Dimension::value));
    }
}
