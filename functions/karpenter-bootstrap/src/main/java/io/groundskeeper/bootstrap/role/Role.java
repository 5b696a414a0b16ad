package io.groundskeeper.bootstrap.role;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * An IAM role as it is.
 *
 * @param uniqueId another one for each role, even when one is deleted and created again under its ARN
 * @param path with a slash at both ends
 * @param trust who may assume it
 * @param boundary the ARN of its permissions boundary
 * @param attached the ARNs of its managed policies
 * @param inline its own policies by name
 */
public record Role(
        String arn,
        String uniqueId,
        String path,
        JsonNode trust,
        Map<String, String> tags,
        Optional<String> boundary,
        Set<String> attached,
        Map<String, JsonNode> inline) {

    public Role {
        tags = Map.copyOf(tags);
        attached = Set.copyOf(attached);
        inline = Map.copyOf(inline);
    }
}
