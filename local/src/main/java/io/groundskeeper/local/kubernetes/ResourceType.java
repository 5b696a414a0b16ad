package io.groundskeeper.local.kubernetes;

import java.util.List;

/**
 * One served kind.
 *
 * @param group the API group, empty for the core group
 * @param statusSubresource whether status has a path of its own, so that the main path leaves it alone
 * @param custom whether a CustomResourceDefinition defines it
 */
record ResourceType(
        String group,
        String version,
        String plural,
        String singular,
        String kind,
        boolean namespaced,
        boolean statusSubresource,
        boolean custom,
        List<String> shortNames) {

    ResourceType {
        shortNames = List.copyOf(shortNames);
    }

    String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** The resource as messages name it: {@code deployments.apps}, {@code nodes}. */
    String qualified() {
        return group.isEmpty() ? plural : plural + "." + group;
    }

    /** The name under which its objects are kept: every version of a kind, and both forms of events, are one. */
    String storedAs() {
        return isNewEvents() ? "events" : qualified();
    }

    boolean isNewEvents() {
        return group.equals("events.k8s.io") && plural.equals("events");
    }

    boolean isDefinition() {
        return qualified().equals(BuiltinTypes.DEFINITIONS);
    }

    boolean isNamespace() {
        return qualified().equals("namespaces");
    }

    /** Whether a PUT may leave out the resourceVersion; Kubernetes refuses that for some kinds. */
    boolean allowsUnconditionalUpdate() {
        return !custom && !List.of("leases", "poddisruptionbudgets").contains(plural);
    }
}
