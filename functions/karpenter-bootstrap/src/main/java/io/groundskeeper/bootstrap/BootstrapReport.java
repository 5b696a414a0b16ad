package io.groundskeeper.bootstrap;

import io.groundskeeper.core.lambda.Ignored;
import java.util.List;

/**
 * The function's answer.
 *
 * @param function its name
 * @param clusters those that were looked at
 * @param ignored events that nothing was done about
 */
public record BootstrapReport(String function, List<ClusterReport> clusters, List<Ignored> ignored) {

    /** The function's name in reports, logs and metrics. */
    public static final String FUNCTION = "karpenter-bootstrap";

    public BootstrapReport {
        clusters = List.copyOf(clusters);
        ignored = List.copyOf(ignored);
    }

    static BootstrapReport of(List<ClusterReport> clusters, List<Ignored> ignored) {
        return new BootstrapReport(FUNCTION, clusters, ignored);
    }
}
