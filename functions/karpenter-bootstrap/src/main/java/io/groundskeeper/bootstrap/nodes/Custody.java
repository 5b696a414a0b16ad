package io.groundskeeper.bootstrap.nodes;

import io.groundskeeper.core.cluster.Tags;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Whose an object is, before any of its fields is looked at. */
sealed interface Custody {

    /** It is not there. */
    record Nobodys() implements Custody {}

    /** We made it, applied to it, or were given it. */
    record Ours(JsonNode live) implements Custody {}

    /** It is someone else's. */
    record Others(JsonNode live) implements Custody {

        String warning(NodeKind kind) {
            return "%s was made by %s and is left as it is. To hand it over: kubectl label %s %s %s=%s. Delete it to have it made anew"
                    .formatted(
                            kind.shown(),
                            ManagedFields.of(live)
                                    .first()
                                    .map(ManagedFields.Owner::manager)
                                    .orElse("someone else"),
                            kind.plural() + "." + kind.group(),
                            NodeKind.NAME,
                            Tags.MARK,
                            Tags.MARK_VALUE);
        }
    }

    /** It is being deleted. */
    record Leaving(String since) implements Custody {}

    static Custody of(Optional<JsonNode> found) {
        if (found.isEmpty()) {
            return new Nobodys();
        }
        var live = found.get();
        var leaving = live.path("metadata").path("deletionTimestamp");
        if (!leaving.isMissingNode() && !leaving.isNull()) {
            return new Leaving(leaving.asString());
        }
        return isMarked(live, "labels")
                        || isMarked(live, "annotations")
                        || ManagedFields.of(live).ours().isPresent()
                ? new Ours(live)
                : new Others(live);
    }

    private static boolean isMarked(JsonNode live, String where) {
        return live.path("metadata").path(where).path(Tags.MARK).asString("").equals(Tags.MARK_VALUE);
    }
}
