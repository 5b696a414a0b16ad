package io.groundskeeper.local.fields;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The owners of an object's fields, as its managedFields keeps them. */
final class Owners {
    private final Map<Manager, Entry> entries = new TreeMap<>();

    private record Entry(FieldSet fields, String apiVersion, String time) {}

    static Owners of(JsonNode object) {
        Owners owners = new Owners();
        for (JsonNode entry : object.path("metadata").path("managedFields")) {
            owners.entries.put(
                    Manager.of(entry),
                    new Entry(
                            FieldSet.fromV1(entry.path("fieldsV1")),
                            entry.path("apiVersion").asString(""),
                            entry.path("time").asString("")));
        }
        return owners;
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    Iterable<Manager> managers() {
        return entries.keySet();
    }

    FieldSet fields(Manager manager) {
        return Optional.ofNullable(entries.get(manager)).map(Entry::fields).orElseGet(FieldSet::none);
    }

    FieldSet all() {
        return entries.values().stream().map(Entry::fields).reduce(FieldSet.none(), FieldSet::plus);
    }

    /** Gives a manager exactly these fields; the time is that of the last change. */
    void set(Manager manager, FieldSet fields, String apiVersion, String now) {
        Entry before = entries.get(manager);
        if (fields.isEmpty()) {
            entries.remove(manager);
        } else if (before == null
                || !before.fields().equals(fields)
                || !before.apiVersion().equals(apiVersion)) {
            entries.put(manager, new Entry(fields, apiVersion, now));
        }
    }

    /** Takes fields from everyone but one. */
    void takeFromOthers(Manager manager, FieldSet taken) {
        entries.replaceAll((other, entry) -> other.equals(manager)
                ? entry
                : new Entry(entry.fields().minus(taken), entry.apiVersion(), entry.time()));
        entries.values().removeIf(entry -> entry.fields().isEmpty());
    }

    void writeTo(ObjectNode object) {
        ObjectNode metadata =
                object.path("metadata") instanceof ObjectNode found ? found : object.putObject("metadata");
        metadata.remove("managedFields");
        if (!entries.isEmpty()) {
            ArrayNode list = metadata.putArray("managedFields");
            entries.entrySet().stream()
                    .sorted(Comparator.comparing((Map.Entry<Manager, Entry> entry) ->
                                    entry.getKey().operation())
                            .thenComparing(entry -> entry.getValue().time())
                            .thenComparing(Map.Entry::getKey))
                    .forEach(entry -> list.add(document(list.objectNode(), entry.getKey(), entry.getValue())));
        }
    }

    private static ObjectNode document(ObjectNode document, Manager manager, Entry entry) {
        document.put("manager", manager.name())
                .put("operation", manager.operation())
                .put("apiVersion", entry.apiVersion())
                .put("time", entry.time())
                .put("fieldsType", "FieldsV1");
        document.set("fieldsV1", entry.fields().toV1());
        if (!manager.subresource().isEmpty()) {
            document.put("subresource", manager.subresource());
        }
        return document;
    }
}
