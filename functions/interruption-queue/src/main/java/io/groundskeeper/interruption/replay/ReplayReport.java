package io.groundskeeper.interruption.replay;

import io.groundskeeper.interruption.duty.Duty;
import java.util.List;

/**
 * The answer to the command, as its JSON.
 *
 * @param function always {@code interruption-queue}
 */
record ReplayReport(String function, List<Row> replay) {

    ReplayReport {
        replay = List.copyOf(replay);
    }

    /**
     * What became of one dead letter queue's messages.
     *
     * @param queue the name of the queue that they go back to
     * @param moved how many are there now, and in the dead letter queue no more
     * @param left how many are still in the dead letter queue, those that failed among them; as SQS counts, which lags
     * @param failed how many were tried and stay
     * @param detail why some stay; null where none had to
     */
    record Row(String queue, int moved, int left, int failed, String detail) {}

    static ReplayReport of(List<Row> rows) {
        return new ReplayReport(Duty.FUNCTION, rows);
    }
}
