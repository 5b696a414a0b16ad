package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.AwsException;
import io.groundskeeper.local.http.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** TagResource, UntagResource, ListTagsForResource, of clusters and of all their parts. */
final class TagOperations {
    private final Clusters clusters;

    TagOperations(Clusters clusters) {
        this.clusters = clusters;
    }

    JsonNode list(EksCall call) {
        return Json.object().set("tags", tags(call).deepCopy());
    }

    JsonNode tag(EksCall call) {
        if (call.body().path("tags").isEmpty()) {
            throw new AwsException(400, "BadRequestException", "tags is required");
        }
        EksTags.add(tags(call), call.body().path("tags"));
        return Json.object();
    }

    JsonNode untag(EksCall call) {
        var keys = call.request().query().getOrDefault("tagKeys", List.of());
        if (keys.isEmpty()) {
            throw new AwsException(400, "BadRequestException", "tagKeys is required");
        }
        tags(call).remove(keys);
        return Json.object();
    }

    private ObjectNode tags(EksCall call) {
        return clusters.tags(call.caller().account(), call.scope(), call.part("resourceArn"));
    }
}
