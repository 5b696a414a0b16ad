package io.groundskeeper.local.eks;

import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/** A change of a cluster that is under way, or was made. Guarded by Clusters. */
final class Update {
    private final ObjectNode body;
    private final Instant due;
    private final Runnable change;
    private boolean made;

    Update(ObjectNode body, Instant due, Runnable change) {
        this.body = body;
        this.due = due;
        this.change = change;
    }

    /** What DescribeUpdate shows. */
    ObjectNode body() {
        return body;
    }

    void settle(Instant now) {
        if (!made && !now.isBefore(due)) {
            made = true;
            change.run();
            body.put("status", "Successful");
        }
    }
}
