package io.groundskeeper.local.eks;

import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/** A change of a cluster or of a part of it that is under way, or was made. Guarded by Clusters. */
final class Update {
    private final String about;
    private final ObjectNode body;
    private final Instant due;
    private final Runnable change;
    private boolean made;

    /** @param about what changes: a kind and name as {@link Kind#about} has them, empty for the cluster itself */
    Update(String about, ObjectNode body, Instant due, Runnable change) {
        this.about = about;
        this.body = body;
        this.due = due;
        this.change = change;
    }

    String about() {
        return about;
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
