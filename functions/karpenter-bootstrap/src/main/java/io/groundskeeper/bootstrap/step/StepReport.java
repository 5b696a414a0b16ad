package io.groundskeeper.bootstrap.step;

import java.util.List;

/**
 * A step in the report.
 *
 * @param step its name, for example {@code node-role}
 * @param changes those made, or in a dry run those planned; after a failure those made before it
 */
public record StepReport(String step, Outcome outcome, List<Change> changes) {

    public StepReport {
        changes = List.copyOf(changes);
    }
}
