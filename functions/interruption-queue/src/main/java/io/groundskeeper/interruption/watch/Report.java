package io.groundskeeper.interruption.watch;

import io.groundskeeper.core.lambda.Ignored;
import io.groundskeeper.interruption.duty.Duty;
import io.groundskeeper.interruption.watch.action.Blocker;
import io.groundskeeper.interruption.watch.action.Progress;
import java.util.List;

/**
 * The report of one invocation, as its JSON. Absent values are null.
 *
 * @param function always {@code interruption-queue}
 */
record Report(String function, List<Entry> warnings, List<Ignored> ignored) {

    Report {
        warnings = List.copyOf(warnings);
        ignored = List.copyOf(ignored);
    }

    /**
     * @param secondsLeft whole seconds until the instance goes; null where that is not known
     * @param pods what became of them in this pass; null where none was to be moved
     */
    record Entry(
            String instanceId,
            Kind kind,
            String cluster,
            String node,
            String nodePool,
            Outcome outcome,
            Long secondsLeft,
            String detail,
            Pods pods) {

        static Entry of(Finding finding) {
            var warning = finding.warning();
            return new Entry(
                    warning.instanceId().orElse(null),
                    warning.kind(),
                    finding.cluster().orElse(null),
                    finding.node().orElse(null),
                    finding.nodePool().orElse(null),
                    finding.outcome(),
                    warning.secondsLeft().orElse(null),
                    detail(finding.detail(), warning.note()),
                    finding.progress().map(Pods::of).orElse(null));
        }

        private static String detail(String detail, String note) {
            var both = detail.isEmpty() || note.isEmpty() ? detail + note : detail + "; " + note;
            return both.isEmpty() ? null : both;
        }
    }

    /**
     * The pods of a node that is being drained, by namespace and name.
     *
     * @param left what is still to go, and why it is there
     */
    record Pods(List<String> evicted, List<String> forceDeleted, List<Blocker> left) {

        static Pods of(Progress progress) {
            return new Pods(progress.evicted(), progress.forceDeleted(), progress.left());
        }
    }

    static Report of(List<Finding> findings, List<Ignored> ignored) {
        return new Report(Duty.FUNCTION, findings.stream().map(Entry::of).toList(), ignored);
    }
}
