package io.groundskeeper.tags.creation;

import io.groundskeeper.core.identity.UserIdentity;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What was read out of an event. */
public sealed interface Reading {

    /** Who made the call, whether or not it created anything. */
    UserIdentity who();

    /**
     * The event created something.
     *
     * @param eventName the API call, for example {@code RunInstances}
     * @param resources at least one
     * @param time when the call was made, as far as the event says
     */
    record Creation(String eventName, List<CreatedResource> resources, UserIdentity who, Optional<Instant> time)
            implements Reading {

        public Creation {
            resources = List.copyOf(resources);
        }
    }

    /**
     * The event created something that it does not list, since CloudTrail leaves out what is above 100 KB.
     *
     * @param eventName the API call, for example {@code RunInstances}
     */
    record TooLarge(String eventName, Place place, UserIdentity who) implements Reading {

        /** Why its resources cannot be checked. */
        public String reason() {
            return "The record is too large for its resources to be listed (CloudTrail leaves out what is above 100 KB):"
                    + " check them by hand";
        }
    }

    /**
     * The event looks like a creation and is not in the catalogue: nobody knows what it made, and nothing is guessed.
     *
     * @param eventSource for example {@code ec2.amazonaws.com}
     */
    record NotListed(String eventSource, String eventName, UserIdentity who) implements Reading {

        /** Why nothing is checked. */
        public String reason() {
            return "%s %s is not in the catalogue, though it looks like a creation: nothing of it is checked"
                    .formatted(eventSource, eventName);
        }
    }

    /** Nothing is to be done about the event, for a reason in words. */
    record NothingCreated(String reason, UserIdentity who) implements Reading {}
}
