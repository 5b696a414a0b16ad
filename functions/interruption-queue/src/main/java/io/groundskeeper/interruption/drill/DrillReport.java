package io.groundskeeper.interruption.drill;

import io.groundskeeper.core.lambda.Ignored;
import io.groundskeeper.interruption.duty.Duty;
import java.util.List;

/**
 * What became of test warnings, as JSON.
 *
 * @param function always {@code interruption-queue}
 * @param ignored what nothing was done about, with the reason
 */
record DrillReport(String function, List<Entry> drills, List<Ignored> ignored) {

    DrillReport {
        drills = List.copyOf(drills);
        ignored = List.copyOf(ignored);
    }

    /** How a drill ended. */
    enum Outcome {
        /** It came all the way: a real warning's would be decided on. */
        DRILL,
        /** It did not; the detail says where it ended. */
        FAILED
    }

    /**
     * One test warning.
     *
     * @param id that of the event, as the command was told
     * @param cluster as the command named it
     * @param detail what would become of a real warning, or why that is not known
     */
    record Entry(String id, String cluster, String instanceId, Outcome outcome, Legs legs, String detail) {}

    static DrillReport of(List<Entry> drills, List<Ignored> ignored) {
        return new DrillReport(Duty.FUNCTION, drills, ignored);
    }
}
