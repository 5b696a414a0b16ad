package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.http.Request;
import io.groundskeeper.local.identity.Identity;
import io.groundskeeper.local.identity.Scope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One call of EKS.
 *
 * @param caller who calls
 * @param scope the caller's key and region
 * @param parts the parts of the path by the names that EKS's model has for them
 * @param body an empty object when there is none
 */
record EksCall(Identity caller, Scope scope, Map<String, String> parts, ObjectNode body, Request request) {

    String part(String name) {
        return parts.get(name);
    }

    /** A text of the body that must be there. */
    String required(String field) {
        return optional(field).orElseThrow(() -> Refusal.invalid(field + " is required"));
    }

    Optional<String> optional(String field) {
        return Optional.ofNullable(Json.text(body, field)).filter(text -> !text.isBlank());
    }

    List<String> texts(String field) {
        return EksCall.texts(body.path(field));
    }

    static List<String> texts(JsonNode array) {
        return array.valueStream().map(value -> value.asString("")).toList();
    }

    /** The ARN of something in the caller's account and region, for example of {@code cluster/dev}. */
    String arn(String resource) {
        return "arn:" + scope.partition() + ":eks:" + scope.region() + ":" + caller.account() + ":" + resource;
    }
}
