package io.groundskeeper.local.kubernetes;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * As much of the OpenAPI documents as makes kubectl leave validation to the server: each kind's patch path, with the
 * parameter {@code fieldValidation}. There are no schemas in them: custom kinds are
 * held to theirs at each write, and unknown fields of built-in ones are not refused.
 */
final class OpenApi {
    /** {@code swagger: "2.0"} as the protobuf form of the second version has it. */
    private static final byte[] EMPTY_V2_PROTOBUF = "\n\u00032.0".getBytes(StandardCharsets.ISO_8859_1);

    private static final String PROTOBUF = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

    private final ResourceTypes types;

    OpenApi(ResourceTypes types) {
        this.types = types;
    }

    Answer answer(Request request) {
        String path = request.path();
        if (path.equals("openapi/v2")) {
            return Answer.bytes(200, PROTOBUF, EMPTY_V2_PROTOBUF);
        }
        if (path.equals("openapi/v3")) {
            return Answer.json(200, index());
        }
        if (path.startsWith("openapi/v3/")) {
            return Answer.json(200, document(path.substring("openapi/v3/".length())));
        }
        throw ApiError.unknownResource();
    }

    private ObjectNode index() {
        ObjectNode index = Documents.object();
        ObjectNode paths = index.putObject("paths");
        types.all().stream()
                .map(OpenApi::root)
                .distinct()
                .forEach(root -> paths.putObject(root).put("serverRelativeURL", "/openapi/v3/" + root));
        return index;
    }

    private ObjectNode document(String root) {
        ObjectNode document = Documents.object().put("openapi", "3.0.0");
        document.putObject("info").put("title", "Kubernetes").put("version", "unversioned");
        ObjectNode paths = document.putObject("paths");
        List<ResourceType> here =
                types.all().stream().filter(type -> root(type).equals(root)).toList();
        if (here.isEmpty()) {
            throw ApiError.unknownResource();
        }
        here.forEach(type -> describe(type, paths));
        return document;
    }

    private static void describe(ResourceType type, ObjectNode paths) {
        String path = Stream.of(
                        root(type), type.namespaced() ? "namespaces/{namespace}" : null, type.plural(), "{name}")
                .filter(Objects::nonNull)
                .reduce("", (left, right) -> left + "/" + right);
        ObjectNode patch = paths.putObject(path).putObject("patch");
        for (String parameter : List.of("dryRun", "fieldManager", "fieldValidation", "force")) {
            patch.withArrayProperty("parameters")
                    .addObject()
                    .put("name", parameter)
                    .put("in", "query")
                    .putObject("schema")
                    .put("type", "string");
        }
        patch.putObject("responses").putObject("200").put("description", "OK");
        patch.putObject("x-kubernetes-group-version-kind")
                .put("group", type.group())
                .put("version", type.version())
                .put("kind", type.kind());
    }

    private static String root(ResourceType type) {
        return (type.group().isEmpty() ? "api/" : "apis/") + type.apiVersion();
    }
}
