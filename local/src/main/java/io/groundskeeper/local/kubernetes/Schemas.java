package io.groundskeeper.local.kubernetes;

import io.groundskeeper.local.schema.Pruning;
import io.groundskeeper.local.schema.SchemaDefaults;
import io.groundskeeper.local.schema.Validation;
import io.groundskeeper.local.schema.Violation;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** What the schemas of custom kinds, and the server's own defaults for built-in ones, make of an object. */
final class Schemas {
    private final Storage storage;

    Schemas(Storage storage) {
        this.storage = storage;
    }

    /** The schema of a custom kind; missing when it has none. */
    JsonNode of(ResourceType type) {
        if (!type.custom()) {
            return MissingNode.getInstance();
        }
        return storage.find(new Storage.Key(BuiltinTypes.DEFINITIONS, "", type.qualified())).stream()
                .flatMap(definition -> definition.path("spec").path("versions").valueStream())
                .filter(version -> version.path("name").asString("").equals(type.version()))
                .findFirst()
                .map(version -> version.path("schema").path("openAPIV3Schema"))
                .orElse(MissingNode.getInstance());
    }

    /** Drops unknown fields from what a client sent, or refuses them. */
    void prune(ResourceType type, ObjectNode sent, boolean strict) {
        JsonNode schema = of(type);
        if (schema.isMissingNode()) {
            return;
        }
        List<String> unknown = Pruning.prune(sent, schema);
        if (strict && !unknown.isEmpty()) {
            throw ApiError.badRequest(type.kind() + " in version \"" + type.version() + "\" cannot be handled as a "
                    + type.kind() + ": strict decoding error: "
                    + String.join(
                            ", ",
                            unknown.stream()
                                    .map(field -> "unknown field \"" + field + "\"")
                                    .toList()));
        }
    }

    /** As for other writes, but an apply with an unknown field is always refused. */
    void checkKnown(ResourceType type, ObjectNode configuration) {
        List<String> unknown = of(type).isMissingNode() ? List.of() : Pruning.prune(configuration, of(type));
        if (!unknown.isEmpty()) {
            Metadata metadata = Metadata.of(configuration);
            throw ApiError.of(
                    500,
                    "InternalError",
                    "failed to create typed patch object (" + metadata.namespace() + "/" + metadata.name() + "; "
                            + type.apiVersion() + ", Kind=" + type.kind() + "): ." + unknown.getFirst()
                            + ": field not declared in schema");
        }
    }

    void complete(ResourceType type, ObjectNode object) {
        SchemaDefaults.apply(object, of(type));
        SecretDefaults.apply(type, object);
        DeploymentDefaults.apply(type, object);
        ServiceDefaults.apply(type, object);
        PodDefaults.apply(type, object);
    }

    /** Refuses what the schema does not allow. */
    void validate(ResourceType type, JsonNode before, ObjectNode object) {
        List<Violation> violations = Validation.validate(object, before, of(type));
        if (!violations.isEmpty()) {
            throw ApiError.invalid(type, Metadata.of(object).name(), violations);
        }
    }
}
