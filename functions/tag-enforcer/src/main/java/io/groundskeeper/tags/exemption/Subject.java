package io.groundskeeper.tags.exemption;

import io.groundskeeper.core.identity.UserIdentity;
import io.groundskeeper.tags.creation.CreatedResource;
import java.util.Map;

/**
 * What may be exempt.
 *
 * @param who made it
 * @param tags those of the request as long as it was not looked at, its own afterwards
 */
public record Subject(UserIdentity who, CreatedResource resource, Map<String, String> tags) {

    public Subject {
        tags = Map.copyOf(tags);
    }
}
