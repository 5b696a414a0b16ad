package io.groundskeeper.local.fields;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** The shape that the schema of a custom kind gives: lists are one value unless it says otherwise. */
public class SchemaShape implements Shape {
    private final JsonNode schema;

    private SchemaShape(JsonNode schema) {
        this.schema = schema;
    }

    /**
     * The shape of a whole object.
     *
     * @param schema its openAPIV3Schema; missing when it has none
     */
    public static Shape root(JsonNode schema) {
        return new SchemaShape(schema) {
            @Override
            public Shape field(String name) {
                return name.equals("metadata") ? BuiltinShape.root().field(name) : super.field(name);
            }
        };
    }

    @Override
    public boolean atomic() {
        return schema.path("x-kubernetes-map-type").asString("").equals("atomic");
    }

    @Override
    public boolean counts() {
        return true;
    }

    @Override
    public Elements elements() {
        return switch (schema.path("x-kubernetes-list-type").asString("")) {
            case "set" -> Elements.VALUE;
            case "map" -> Elements.KEYS;
            default -> Elements.NONE;
        };
    }

    @Override
    public List<String> keys() {
        return schema.path("x-kubernetes-list-map-keys")
                .valueStream()
                .map(key -> key.asString(""))
                .sorted()
                .toList();
    }

    @Override
    public Shape field(String name) {
        JsonNode declared = schema.path("properties").path(name);
        return of(declared.isMissingNode() ? schema.path("additionalProperties") : declared);
    }

    @Override
    public Shape item() {
        return of(schema.path("items"));
    }

    private static Shape of(JsonNode schema) {
        return new SchemaShape(schema.isObject() ? schema : MissingNode.getInstance());
    }
}
