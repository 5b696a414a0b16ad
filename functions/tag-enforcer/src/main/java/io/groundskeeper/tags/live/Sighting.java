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

    /** It was not looked at: there was no time left. */
    record Unasked() implements Sighting {}

    /** It existed, and does no longer. */
    record Deleted() implements Sighting {}

    /**
     * Whether it exists, and still with these tags, cannot be told.
     *
     * @param tags as far as they are known; empty when none are
     * @param why in words
     */
    record Unverified(Map<String, String> tags, String why) implements Sighting {
        public Unverified {
            tags = Map.copyOf(tags);
        }
    }

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
