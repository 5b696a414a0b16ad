package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.step.StepReport;
import java.util.List;

/**
 * A cluster in the report.
 *
 * @param cluster its name
 * @param reason why, and what a person should look at; null when there is nothing to say
 * @param steps those that were done, in order
 */
public record ClusterReport(String cluster, ClusterStatus status, String reason, List<StepReport> steps) {

    public ClusterReport {
        steps = List.copyOf(steps);
    }
}
