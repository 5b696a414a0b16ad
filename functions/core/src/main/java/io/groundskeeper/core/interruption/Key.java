package io.groundskeeper.core.interruption;

import tools.jackson.databind.JsonNode;

/** The KMS key that a queue names for its encryption. */
public sealed interface Key {

    /** The queue names none, or nobody looked. */
    record NotAsked() implements Key {}

    /** It does not exist any more, or not in this Region. */
    record Absent() implements Key {}

    /**
     * It could not be looked at.
     *
     * @param why in words
     */
    record Unreadable(String why) implements Key {}

    /**
     * It is there.
     *
     * @param awsManaged whether it is AWS's own for a service, whose policy nobody can change
     * @param usable false when it is disabled or about to be deleted
     */
    record Present(String arn, boolean awsManaged, boolean usable, JsonNode policy) implements Key {}
}
