package io.groundskeeper.local.kubernetes;

import java.time.Instant;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the server itself puts into an object when it is created. */
final class CreationDefaults {
    private CreationDefaults() {}

    static void apply(ResourceType type, ObjectNode object, Instant now) {
        Metadata metadata = Metadata.in(object);
        for (String serverOwned : new String[] {"selfLink", "deletionTimestamp", "deletionGracePeriodSeconds"}) {
            metadata.node().remove(serverOwned);
        }
        metadata.node().put("uid", UUID.randomUUID().toString());
        metadata.node().put("creationTimestamp", Metadata.timestamp(now));
        if (type.statusSubresource()) {
            metadata.node().put("generation", 1);
            status(type, object, now);
        }
    }

    private static void status(ResourceType type, ObjectNode object, Instant now) {
        switch (type.qualified()) {
            case "namespaces" -> {
                object.putObject("status").put("phase", "Active");
                Metadata metadata = Metadata.in(object);
                metadata.node().withObjectProperty("labels").put("kubernetes.io/metadata.name", metadata.name());
            }
            case "pods" -> object.putObject("status").put("phase", "Pending");
            case BuiltinTypes.DEFINITIONS -> establish(type, object, now);
            // A kubelet registers its node with status and all.
            case "nodes" -> {}
            default -> object.remove("status");
        }
    }

    private static void establish(ResourceType type, ObjectNode definition, Instant now) {
        JsonNode spec = definition.path("spec");
        String name = Metadata.of(definition).name();
        String expected = spec.path("names").path("plural").asString("") + "."
                + spec.path("group").asString("");
        if (!name.equals(expected)) {
            throw ApiError.invalid(
                    type,
                    name,
                    "metadata.name",
                    "Invalid value: \"" + name + "\": must be spec.names.plural+\".\"+spec.group");
        }
        ObjectNode status = definition.putObject("status");
        status.set("acceptedNames", spec.path("names").deepCopy());
        var conditions = status.putArray("conditions");
        for (String condition : new String[] {"NamesAccepted", "Established"}) {
            conditions
                    .addObject()
                    .put("type", condition)
                    .put("status", "True")
                    .put("lastTransitionTime", Metadata.timestamp(now))
                    .put("reason", "Accepted")
                    .put("message", "");
        }
        var stored = status.putArray("storedVersions");
        spec.path("versions").forEach(version -> stored.add(version.path("name").asString("")));
    }
}
