package io.groundskeeper.local.kubernetes;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The metadata of one object: reads tolerantly, writes through to the object. */
record Metadata(ObjectNode node) {

    static Metadata of(JsonNode object) {
        return new Metadata(
                object.path("metadata") instanceof ObjectNode found ? found : JsonNodeFactory.instance.objectNode());
    }

    /** As {@link #of}, and puts an empty metadata into the object when it has none. */
    static Metadata in(ObjectNode object) {
        Metadata metadata = of(object);
        object.set("metadata", metadata.node());
        return metadata;
    }

    String name() {
        return text("name");
    }

    String namespace() {
        return text("namespace");
    }

    String uid() {
        return text("uid");
    }

    String resourceVersion() {
        return text("resourceVersion");
    }

    String text(String field) {
        return node.path(field).asString("");
    }

    List<String> finalizers() {
        return node.path("finalizers")
                .valueStream()
                .map(value -> value.asString(""))
                .toList();
    }

    JsonNode labels() {
        return node.path("labels");
    }

    boolean terminating() {
        return !text("deletionTimestamp").isEmpty();
    }

    long generation() {
        return node.path("generation").asLong(0);
    }

    /** A time as metadata has it: whole seconds. */
    static String timestamp(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
