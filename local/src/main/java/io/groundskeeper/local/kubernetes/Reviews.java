package io.groundskeeper.local.kubernetes;

import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The two questions that a caller may ask about itself: who am I, and may I do this. */
final class Reviews {
    private static final String ACCESS = "apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    private static final String SELF = "apis/authentication.k8s.io/v1/selfsubjectreviews";

    private final Rbac rbac;

    Reviews(Rbac rbac) {
        this.rbac = rbac;
    }

    boolean covers(Request request) {
        return request.method().equals("POST") && Set.of(ACCESS, SELF).contains(request.path());
    }

    Answer answer(Caller caller, Request request) {
        ObjectNode review = Documents.readObject(request.contentType(), request.body());
        ObjectNode status = review.putObject("status");
        if (request.path().equals(SELF)) {
            ObjectNode user = status.putObject("userInfo").put("username", caller.username());
            var groups = user.putArray("groups");
            Stream.concat(caller.groups().stream(), Stream.of("system:authenticated"))
                    .distinct()
                    .forEach(groups::add);
        } else {
            JsonNode asked = review.path("spec").path("resourceAttributes");
            status.put("allowed", rbac.allows(caller, access(asked)));
        }
        return Answer.json(201, review);
    }

    private static Access access(JsonNode asked) {
        String subresource = asked.path("subresource").asString("");
        String resource = asked.path("resource").asString("");
        String name = asked.path("name").asString("");
        return new Access(
                asked.path("verb").asString(""),
                asked.path("group").asString(""),
                subresource.isEmpty() ? resource : resource + "/" + subresource,
                asked.path("namespace").asString(""),
                name.isEmpty() ? null : name);
    }
}
