package io.groundskeeper.local.kubernetes;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Lists, in pages when the client wants a limit. The token of a next page says after which object it starts, so pages
 * show objects that were written in between, which etcd's snapshots would not.
 */
final class Listing {
    private final Storage storage;

    Listing(Storage storage) {
        this.storage = storage;
    }

    ObjectNode list(Selection selection, Request request) {
        return storage.locked(() -> {
            String after = decoded(request.parameter("continue"));
            List<ObjectNode> matching = storage.select(
                    selection.type().storedAs(),
                    selection.namespace(),
                    selection
                            .matches()
                            .and(object -> after.isEmpty() || position(object).compareTo(after) > 0));
            long limit = request.number("limit", 0);
            int size = (int) (limit == 0 ? matching.size() : Math.min(limit, matching.size()));
            return document(selection, matching, size);
        });
    }

    private ObjectNode document(Selection selection, List<ObjectNode> matching, int size) {
        ResourceType type = selection.type();
        ObjectNode list = Documents.object().put("kind", type.kind() + "List").put("apiVersion", type.apiVersion());
        ObjectNode metadata = list.putObject("metadata").put("resourceVersion", Long.toString(storage.revision()));
        if (size < matching.size()) {
            metadata.put("continue", encoded(position(matching.get(size - 1))));
            metadata.put("remainingItemCount", matching.size() - size);
        }
        ArrayNode items = list.putArray("items");
        matching.subList(0, size).forEach(object -> items.add(selection.shown(object)));
        return list;
    }

    /** Sorts as the storage does, since no name has a character below the separator. */
    private static String position(ObjectNode object) {
        Metadata metadata = Metadata.of(object);
        return metadata.namespace() + "\u0000" + metadata.name();
    }

    private static String encoded(String position) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(position.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(String token) {
        try {
            return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw ApiError.badRequest("continue key is not valid: " + e.getMessage());
        }
    }
}
