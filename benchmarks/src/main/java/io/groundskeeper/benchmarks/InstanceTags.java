package io.groundskeeper.benchmarks;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.local.http.Endpoint;
import io.groundskeeper.local.http.Request;
import io.groundskeeper.local.http.Response;
import java.nio.charset.StandardCharsets;

/**
 * The Tagging API's GetResources by ARN, to which each instance is one of a cluster's. moto looks through all that it has
 * at each call, which with a thousand instances takes longer than the two minutes that a warning has.
 *
 * @param cluster whose instances they are
 */
record InstanceTags(String cluster) implements Endpoint {

    @Override
    public Response handle(Request request) {
        var answer = Json.object().put("PaginationToken", "");
        var list = answer.putArray("ResourceTagMappingList");
        Json.read(new String(request.body(), StandardCharsets.UTF_8))
                .path("ResourceARNList")
                .forEach(arn -> {
                    var tags =
                            list.addObject().put("ResourceARN", arn.asString()).putArray("Tags");
                    tags.addObject().put("Key", "eks:eks-cluster-name").put("Value", cluster);
                    tags.addObject().put("Key", "karpenter.sh/nodepool").put("Value", "default");
                });
        return Response.json(200, answer);
    }
}
