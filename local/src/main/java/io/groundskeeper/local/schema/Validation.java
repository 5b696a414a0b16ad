package io.groundskeeper.local.schema;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Holds a value against an OpenAPI schema as Kubernetes does. Of the rules in {@code x-kubernetes-validations} those
 * that {@link KnownRules} has are followed; there is no interpreter for others.
 */
public final class Validation {
    private final List<Violation> violations = new ArrayList<>();

    private Validation() {}

    /**
     * Validates a whole object.
     *
     * @param before the object as it was, missing when it is created
     * @return what is wrong, empty when nothing is
     */
    public static List<Violation> validate(JsonNode object, JsonNode before, JsonNode schema) {
        Validation validation = new Validation();
        validation.check(object, before, schema, "");
        return validation.violations;
    }

    private void check(JsonNode value, JsonNode before, JsonNode schema, String path) {
        if (value.isNull() && schema.path("nullable").asBoolean(false)) {
            return;
        }
        if (!Types.fits(value, schema)) {
            add(
                    "FieldValueTypeInvalid",
                    path,
                    "Invalid value: \"" + Types.of(value) + "\": " + path + " in body must be of type "
                            + schema.path("type").asString("") + ": \"" + Types.of(value) + "\"");
            return;
        }
        enumerated(value, schema, path);
        rules(value, before, schema, path);
        alternatives(value, schema, path);
        if (value.isObject()) {
            object(value, before, schema, path);
        } else if (value.isArray()) {
            list(value, schema, path);
        } else if (value.isString()) {
            text(value.asString(), schema, path);
        } else if (value.isNumber()) {
            number(value, schema, path);
        }
    }

    private void enumerated(JsonNode value, JsonNode schema, String path) {
        JsonNode allowed = schema.path("enum");
        if (!allowed.isEmpty() && allowed.valueStream().noneMatch(value::equals)) {
            String values = allowed.valueStream().map(JsonNode::toString).collect(Collectors.joining(", "));
            add("FieldValueNotSupported", path, "Unsupported value: " + value + ": supported values: " + values);
        }
    }

    private void rules(JsonNode value, JsonNode before, JsonNode schema, String path) {
        for (JsonNode rule : schema.path("x-kubernetes-validations")) {
            String text = rule.path("rule").asString("");
            if (!KnownRules.holds(text, value, before)) {
                String shown = value.isContainer() ? "\"" + Types.of(value) + "\"" : value.toString();
                String message = rule.path("message").asString("failed rule: " + text);
                add("FieldValueInvalid", path, "Invalid value: " + shown + ": " + message);
            }
        }
    }

    private void alternatives(JsonNode value, JsonNode schema, String path) {
        long valid = schema.path("oneOf")
                .valueStream()
                .filter(alternative -> validate(value, value, alternative).isEmpty())
                .count();
        if (!schema.path("oneOf").isEmpty() && valid != 1) {
            add(
                    "FieldValueInvalid",
                    path,
                    "Invalid value: " + path + " in body must validate one and only one schema (oneOf)");
        }
    }

    private void object(JsonNode object, JsonNode before, JsonNode schema, String path) {
        for (JsonNode name : schema.path("required")) {
            if (!object.has(name.asString(""))) {
                add("FieldValueRequired", below(path, name.asString("")), "Required value");
            }
        }
        JsonNode declared = schema.path("properties");
        JsonNode others = schema.path("additionalProperties");
        object.properties().forEach(field -> {
            JsonNode known = declared.has(field.getKey()) ? declared.get(field.getKey()) : others;
            check(field.getValue(), before.path(field.getKey()), known, below(path, field.getKey()));
        });
        count(object.size(), schema, "Properties", "properties", path);
    }

    private void list(JsonNode list, JsonNode schema, String path) {
        count(list.size(), schema, "Items", "items", path);
        for (int i = 0; i < list.size(); i++) {
            check(list.get(i), list.get(i), schema.path("items"), path + "[" + i + "]");
        }
    }

    private void text(String text, JsonNode schema, String path) {
        count(text.length(), schema, "Length", "chars long", path);
        String pattern = schema.path("pattern").asString("");
        if (!pattern.isEmpty() && !Pattern.compile(pattern).matcher(text).find()) {
            add("FieldValueInvalid", path, invalid("\"" + text + "\"", path, "should match '" + pattern + "'"));
        }
    }

    private void number(JsonNode value, JsonNode schema, String path) {
        BigDecimal number = value.decimalValue();
        if (schema.has("minimum") && number.compareTo(schema.get("minimum").decimalValue()) < 0) {
            add(
                    "FieldValueInvalid",
                    path,
                    invalid(value, path, "should be greater than or equal to " + schema.get("minimum")));
        }
        if (schema.has("maximum") && number.compareTo(schema.get("maximum").decimalValue()) > 0) {
            add(
                    "FieldValueInvalid",
                    path,
                    invalid(value, path, "should be less than or equal to " + schema.get("maximum")));
        }
    }

    private void count(int count, JsonNode schema, String what, String unit, String path) {
        if (count < schema.path("min" + what).asInt(0)) {
            String least = schema.path("min" + what) + " " + unit;
            add("FieldValueInvalid", path, invalid(count, path, "should have at least " + least));
        }
        if (count > schema.path("max" + what).asInt(Integer.MAX_VALUE)) {
            boolean text = what.equals("Length");
            String most = schema.path("max" + what).toString();
            add(
                    text ? "FieldValueTooLong" : "FieldValueTooMany",
                    path,
                    text
                            ? "Too long: may not be more than " + most + " bytes"
                            : "Too many: " + count + ": must have at most " + most + " " + unit);
        }
    }

    private static String invalid(Object value, String path, String rule) {
        return "Invalid value: " + value + ": " + path + " in body " + rule;
    }

    private static String below(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private void add(String reason, String path, String message) {
        violations.add(new Violation(reason, path.isEmpty() ? "<nil>" : path, message));
    }
}
