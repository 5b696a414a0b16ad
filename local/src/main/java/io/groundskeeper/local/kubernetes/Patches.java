package io.groundskeeper.local.kubernetes;

import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/** Which patch a content type means. */
final class Patches {
    private Patches() {}

    /** Whether a content type means server-side apply, which is no change of an object but a wish of its own. */
    static boolean isApply(String contentType) {
        return Documents.mediaType(contentType).equals("application/apply-patch+yaml");
    }

    static UnaryOperator<JsonNode> parse(ResourceType type, String contentType, String body) {
        JsonNode patch = Documents.read(contentType, body);
        return switch (Documents.mediaType(contentType)) {
            case "application/merge-patch+json" -> target -> MergePatch.apply(target, patch);
            case "application/json-patch+json" -> target -> JsonPatch.apply(target, patch);
            case "application/strategic-merge-patch+json" -> strategic(type, patch);
            default ->
                throw ApiError.unsupportedMediaType("the body of the request was in an unknown format - accepted media"
                        + " types include: application/json-patch+json, application/merge-patch+json,"
                        + " application/strategic-merge-patch+json, application/apply-patch+yaml");
        };
    }

    private static UnaryOperator<JsonNode> strategic(ResourceType type, JsonNode patch) {
        if (type.custom()) {
            throw ApiError.unsupportedMediaType(
                    "the body of the request was in an unknown format - accepted media types"
                            + " include: application/json-patch+json, application/merge-patch+json");
        }
        return target -> StrategicPatch.apply(target, patch);
    }
}
