package io.groundskeeper.core.interruption;

import io.groundskeeper.core.aws.NotYetException;
import java.util.Map;
import java.util.Optional;

/** The SQS queues of the function's Region and account. */
public interface Queues {

    /** A queue; empty when there is none of that name. */
    default Optional<Queue> find(String name) {
        return find(name, Trust.nothing());
    }

    /** The same, with tags as far as there is need to ask for them. */
    Optional<Queue> find(String name, Trust<Queue> trust);

    /**
     * Creates a queue.
     *
     * @throws NotYetException if one of that name was deleted less than a minute ago
     */
    void create(String name, Map<String, String> attributes, Map<String, String> tags);

    /**
     * Sets attributes of a queue.
     *
     * @throws NotYetException if it was deleted since it was found
     */
    void set(String url, Map<String, String> attributes);

    /** Adds or replaces tags. */
    void tag(String url, Map<String, String> tags);
}
