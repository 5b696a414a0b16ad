package io.groundskeeper.interruption.keeper;

import io.groundskeeper.core.lambda.Ignored;
import io.groundskeeper.interruption.duty.Duty;
import java.util.List;

/** What is answered to a command or an event. */
record KeeperReport(String function, List<Row> keeper, List<Ignored> ignored) {

    KeeperReport {
        keeper = List.copyOf(keeper);
        ignored = List.copyOf(ignored);
    }

    static KeeperReport of(List<Row> rows, List<Ignored> ignored) {
        return new KeeperReport(Duty.FUNCTION, rows, ignored);
    }
}
