package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.schema.Validation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * What may be configured of each add-on: addon-schemas.json holds, for those whose configuration someone sets here, the
 * part of EKS's schemas about where and with what their pods run. The others take any object.
 */
final class AddonConfiguration {
    // EKS takes YAML as well, of which JSON is a part.
    private static final YAMLMapper YAML = YAMLMapper.builder().build();

    private final JsonNode schemas;

    AddonConfiguration() {
        try (InputStream in = AddonConfiguration.class.getResourceAsStream("addon-schemas.json")) {
            schemas = Json.parse(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JsonNode schema(Addon addon) {
        return schemas.has(addon.id()) ? schemas.get(addon.id()) : Json.object().put("type", "object");
    }

    /** Refuses values that are no object or that the add-on's schema does not allow. */
    void check(Addon addon, String values) {
        var schema = schema(addon);
        var read = read(values);
        var unknown = read.propertyStream()
                .filter(field ->
                        schema.has("properties") && !schema.path("properties").has(field.getKey()))
                .map(field -> "$." + field.getKey()
                        + ": is not defined in the schema and the schema does not allow additional properties");
        var wrong = Validation.validate(read, MissingNode.getInstance(), schema).stream()
                .map(violation -> "$." + violation.field() + ": " + violation.message());
        String all = Stream.concat(unknown, wrong).collect(Collectors.joining(", "));
        if (!all.isEmpty()) {
            throw Refusal.invalid(
                    "ConfigurationValue provided in request is not supported: Json schema validation failed with error:"
                            + " [" + all + "]");
        }
    }

    private static JsonNode read(String values) {
        try {
            var read = YAML.readTree(values);
            if (read.isObject()) {
                return read;
            }
        } catch (JacksonException e) {
            throw Refusal.invalid("ConfigurationValue provided in request is not supported: " + e.getOriginalMessage());
        }
        throw Refusal.invalid("ConfigurationValue provided in request is not supported: it is no object");
    }
}
