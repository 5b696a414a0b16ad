package io.groundskeeper.bootstrap.removal;

import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * An object of one of Karpenter's kinds.
 *
 * @param json as the API server gives it
 */
public record KarpenterObject(KarpenterKind kind, JsonNode json) {

    private static final String NODE_POOL = "karpenter.sh/nodepool";
    /** As which we apply objects. */
    private static final String FIELD_MANAGER = "groundskeeper";

    /** The only name that we give; what carries our mark under another is a copy that someone made. */
    private static final String OURS = "default";

    private static final String MARK = "groundskeeper/managed";

    /** Its name. */
    public String name() {
        return metadata().path("name").asString("");
    }

    /** Its namespace; empty for the kinds that have none. */
    public String namespace() {
        return metadata().path("namespace").asString("");
    }

    /** Whether we applied it, or were given it. */
    boolean isOurs() {
        return name().equals(OURS)
                && (isMarked("labels")
                        || isMarked("annotations")
                        || metadata()
                                .path("managedFields")
                                .valueStream()
                                .anyMatch(entry ->
                                        entry.path("manager").asString("").equals(FIELD_MANAGER)));
    }

    /** Whether it was deleted and a finalizer holds it. */
    boolean isGoing() {
        return metadata().has("deletionTimestamp");
    }

    /** The NodePool that it was started for; empty for one that somebody made by hand. */
    public Optional<String> nodePool() {
        return metadata().path("labels").path(NODE_POOL).stringValueOpt();
    }

    /** Its name, and the conditions that say what holds it. */
    String words() {
        var open = json.path("status")
                .path("conditions")
                .valueStream()
                .filter(condition -> !condition.path("status").asString("").equals("True"))
                .filter(condition -> condition.has("message"))
                .map(condition -> "%s: %s"
                        .formatted(
                                condition.path("type").asString(""),
                                condition.path("message").asString("")))
                .filter(text -> !text.endsWith(": "))
                .collect(Collectors.joining("; "));
        return open.isEmpty() ? name() : "%s (%s)".formatted(name(), open);
    }

    private boolean isMarked(String where) {
        return metadata().path(where).path(MARK).asString("").equals("true");
    }

    private JsonNode metadata() {
        return json.path("metadata");
    }
}
