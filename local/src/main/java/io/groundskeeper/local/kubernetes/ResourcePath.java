package io.groundskeeper.local.kubernetes;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A request path that leads to resources.
 *
 * @param namespace the namespace, empty when the path has none
 * @param name the object's name, null for a collection
 * @param subresource what comes after the name, null when nothing does
 */
record ResourcePath(String group, String version, String namespace, String plural, String name, String subresource) {
    private static final Set<String> OF_THE_NAMESPACE_ITSELF = Set.of("status", "finalize");

    /** Reads a path; empty when it leads elsewhere, such as to discovery. */
    static Optional<ResourcePath> parse(List<String> segments) {
        boolean core = segments.getFirst().equals("api");
        int start = core ? 2 : 3;
        if (segments.size() <= start || (!core && !segments.getFirst().equals("apis"))) {
            return Optional.empty();
        }
        String group = core ? "" : segments.get(1);
        String version = segments.get(start - 1);
        List<String> rest = segments.subList(start, segments.size());
        boolean inNamespace = rest.size() >= 3
                && rest.getFirst().equals("namespaces")
                && !(core && rest.size() == 3 && OF_THE_NAMESPACE_ITSELF.contains(rest.get(2)));
        String namespace = inNamespace ? rest.get(1) : "";
        List<String> resource = inNamespace ? rest.subList(2, rest.size()) : rest;
        if (!inNamespace && core && rest.getFirst().equals("namespaces") && rest.size() >= 2) {
            // Kubernetes authorizes a namespace as being in itself.
            namespace = rest.get(1);
        }
        return Optional.of(new ResourcePath(
                group,
                version,
                namespace,
                resource.getFirst(),
                resource.size() > 1 ? resource.get(1) : null,
                resource.size() > 2 ? String.join("/", resource.subList(2, resource.size())) : null));
    }
}
