package io.groundskeeper.local.eks;

import java.util.Locale;

/** The parts of a cluster that have a name, a list and a description. */
enum Kind {
    NODEGROUP("nodegroup", "node-groups", "nodegroups", "No node group found for name: %s."),
    FARGATE_PROFILE(
            "fargateProfile", "fargate-profiles", "fargateProfileNames", "No Fargate Profile found with name: %s."),
    ADDON("addon", "addons", "addons", "No addon: %s found in cluster"),
    ACCESS_ENTRY(
            "accessEntry",
            "access-entries",
            "accessEntries",
            "The specified principalArn could not be found: %s. You can view your available access entries with"
                    + " ListAccessEntries"),
    POD_IDENTITY(
            "association",
            "pod-identity-associations",
            "associations",
            "No pod identity association found with id: %s.");

    private final String field;
    private final String path;
    private final String listField;
    private final String notFound;

    Kind(String field, String path, String listField, String notFound) {
        this.field = field;
        this.path = path;
        this.listField = listField;
        this.notFound = notFound;
    }

    /** The field of a description. */
    String field() {
        return field;
    }

    /** Its place under /clusters/name/. */
    String path() {
        return path;
    }

    /** The field of a list. */
    String listField() {
        return listField;
    }

    /** How messages call it. */
    String title() {
        return field.substring(0, 1).toUpperCase(Locale.ROOT) + field.substring(1);
    }

    /** One of them within its cluster. */
    String about(String name) {
        return field + "/" + name;
    }

    String notFound(String name) {
        return notFound.formatted(name);
    }
}
