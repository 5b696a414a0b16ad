package io.groundskeeper.local.kubernetes;

import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/**
 * One write.
 *
 * @param before the object as it was, null when it was created
 * @param after the object as it is; for a removal as it was last, with the revision of the removal
 * @param removed whether the write took the object away
 */
record Change(long revision, String storedAs, ObjectNode before, ObjectNode after, boolean removed) {

    /** The type of watch event that a watcher sees who watches only what matches; empty when it sees none. */
    Optional<String> seenBy(Predicate<ObjectNode> matches) {
        boolean was = before != null && matches.test(before);
        boolean is = !removed && matches.test(after);
        if (was && is) {
            return Optional.of("MODIFIED");
        }
        if (is) {
            return Optional.of("ADDED");
        }
        return was ? Optional.of("DELETED") : Optional.empty();
    }
}
