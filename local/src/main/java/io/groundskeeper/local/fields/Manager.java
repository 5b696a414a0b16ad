package io.groundskeeper.local.fields;

import tools.jackson.databind.JsonNode;

/**
 * Who owns fields, and by what.
 *
 * @param apiVersion the version in which it wrote, empty for whoever applies
 * @param subresource the subresource that it wrote to, or empty
 */
record Manager(String name, boolean applies, String apiVersion, String subresource) implements Comparable<Manager> {

    static Manager applying(String name, String subresource) {
        return new Manager(name, true, "", subresource);
    }

    static Manager updating(String name, String apiVersion, String subresource) {
        return new Manager(name, false, apiVersion, subresource);
    }

    static Manager of(JsonNode entry) {
        boolean applies = entry.path("operation").asString("").equals("Apply");
        return new Manager(
                entry.path("manager").asString(""),
                applies,
                applies ? "" : entry.path("apiVersion").asString(""),
                entry.path("subresource").asString(""));
    }

    String operation() {
        return applies ? "Apply" : "Update";
    }

    /** As Kubernetes' conflicts name it. */
    @Override
    public String toString() {
        String who = "\"" + name + "\"" + (subresource.isEmpty() ? "" : " with subresource \"" + subresource + "\"");
        return applies ? who : who + " using " + apiVersion;
    }

    @Override
    public int compareTo(Manager other) {
        return toString().compareTo(other.toString());
    }
}
