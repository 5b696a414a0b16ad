package io.groundskeeper.core.interruption;

import io.groundskeeper.core.aws.MissingPermissionException;

/** The KMS keys of the function's Region. */
@FunctionalInterface
public interface Keys {

    /**
     * A key.
     *
     * @param id as a queue names it: id, ARN or alias
     * @throws MissingPermissionException if the function may not look at it, by its own role's policy or the key's
     */
    Key find(String id);

    /** Looks at none. */
    static Keys none() {
        return id -> new Key.NotAsked();
    }
}
