package io.groundskeeper.interruption.watch;

import io.groundskeeper.core.lambda.Ignored;
import io.groundskeeper.interruption.duty.Duty;
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

    /** @param secondsLeft whole seconds until the instance goes; null where that is not known */
    record Entry(
            String instanceId,
            Kind kind,
            String cluster,
            String node,
            String nodePool,
            Outcome outcome,
            Long secondsLeft,
            String detail) {

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
                    detail(finding.detail(), warning.note()));
        }

        private static String detail(String detail, String note) {
            var both = detail.isEmpty() || note.isEmpty() ? detail + note : detail + "; " + note;
            return both.isEmpty() ? null : both;
        }
    }

    static Report of(List<Finding> findings, List<Ignored> ignored) {
        return new Report(Duty.FUNCTION, findings.stream().map(Entry::of).toList(), ignored);
    }
}
