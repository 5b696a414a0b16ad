package io.groundskeeper.bootstrap.role;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * An IAM role as it should be. What it has beyond that is left to it.
 *
 * @param name at most 64 characters
 * @param description shown in the console
 * @param boundary to be set; empty leaves whatever is set
 * @param attached ARNs of managed policies, in the order they are attached
 * @param inline policies by name, in the order they are put
 * @param obsolete the names of policies that older versions of us put
 */
public record DesiredRole(
        String name,
        String path,
        String description,
        JsonNode trust,
        Map<String, String> tags,
        Optional<String> boundary,
        List<String> attached,
        Map<String, JsonNode> inline,
        List<String> obsolete) {

    /** What of the role must be looked at. */
    RoleParts parts() {
        return new RoleParts(!attached.isEmpty(), List.copyOf(inline.keySet()), obsolete);
    }
}
