package io.groundskeeper.local.kubernetes;

import tools.jackson.databind.node.ObjectNode;

/** What the server completes in a Service: its type, an address that stays, and its ports. Nothing listens there. */
final class ServiceDefaults {
    private static final int BYTE = 0xff;

    private ServiceDefaults() {}

    static void apply(ResourceType type, ObjectNode object) {
        if (!type.qualified().equals("services") || !(object.path("spec") instanceof ObjectNode spec)) {
            return;
        }
        absent(spec, "type", "ClusterIP");
        absent(spec, "sessionAffinity", "None");
        spec.path("ports").forEach(port -> {
            absent(port.asObject(), "protocol", "TCP");
            if (!port.has("targetPort")) {
                port.asObject().set("targetPort", port.path("port"));
            }
        });
        if (!spec.path("type").asString("").equals("ExternalName")) {
            absent(spec, "clusterIP", address(Metadata.of(object)));
        }
    }

    private static void absent(ObjectNode object, String field, String value) {
        if (!object.hasNonNull(field)) {
            object.put(field, value);
        }
    }

    /** The same for one Service each time, since an update that leaves it out keeps it. */
    private static String address(Metadata service) {
        int hash = (service.namespace() + "/" + service.name()).hashCode();
        return "10.100." + (hash >> 8 & BYTE) + "." + (hash & BYTE);
    }
}
