package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.RefusedException;
import io.groundskeeper.bootstrap.step.StepReport;
import io.groundskeeper.core.lambda.Verdict;
import java.util.List;

/**
 * What came of one look at a cluster.
 *
 * @param verdict for each delivery that asked for it
 * @param reasonTelling whether the reason alone is worth a message
 */
record ClusterResult(ClusterReport report, Verdict verdict, boolean reasonTelling) {

    static ClusterResult done(String cluster, ClusterStatus status, String reason, boolean telling) {
        return new ClusterResult(new ClusterReport(cluster, status, reason, List.of()), new Verdict.Done(), telling);
    }

    /** It failed for good: trying again does not help, and someone must be told. */
    static ClusterResult hopeless(String cluster, String reason) {
        var report = new ClusterReport(cluster, ClusterStatus.FAILED, reason, List.of());
        return new ClusterResult(report, hopeless(reason), true);
    }

    static Verdict hopeless(String reason) {
        return new Verdict.Hopeless(new RefusedException(reason));
    }

    /** The changes of all its steps: made, or in a dry run planned. */
    List<Change> changes() {
        return report.steps().stream()
                .map(StepReport::changes)
                .flatMap(List::stream)
                .toList();
    }

    /** Whether its owners want to hear of it: something changed, or the reason is worth it. */
    boolean worthTelling() {
        return !changes().isEmpty() || reasonTelling;
    }
}
