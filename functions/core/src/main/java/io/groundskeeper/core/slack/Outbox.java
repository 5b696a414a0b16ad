package io.groundskeeper.core.slack;

import java.time.Duration;

/** The queue of messages that Slack did not take. */
public interface Outbox {

    /**
     * Keeps a message to be tried later.
     *
     * @param body {@code {"notify":{...}}}
     * @param delay before the first try, at most 900 s
     * @throws RuntimeException if the queue does not take it
     */
    void put(String body, Duration delay);
}
