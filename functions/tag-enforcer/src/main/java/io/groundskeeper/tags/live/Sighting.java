package io.groundskeeper.tags.live;

import java.util.Map;

/** What was seen of a resource just now. */
public sealed interface Sighting {

    /** It exists, with these tags. */
    record Present(Map<String, String> tags) implements Sighting {
        public Present {
            tags = Map.copyOf(tags);
        }
    }

    /** It does not exist: not yet, or no longer. */
    record Absent() implements Sighting {}

    /**
     * It has no tags, but whether it exists cannot be told.
     *
     * @param why in words
     */
    record Unverified(String why) implements Sighting {}

    /**
     * It could not be looked at.
     *
     * @param why in words, with what to do
     * @param cause what happened
     */
    record Unreadable(String why, RuntimeException cause) implements Sighting {}

    /**
     * It can never be looked at, however often it is tried.
     *
     * @param why in words
     */
    record Impossible(String why) implements Sighting {}
}
