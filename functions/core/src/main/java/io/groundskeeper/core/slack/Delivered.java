package io.groundskeeper.core.slack;

import java.time.Duration;

/** What Slack's webhook answered. */
sealed interface Delivered {

    /** Nobody said where to send it; it is in the log. */
    record NotConfigured() implements Delivered {}

    /** Slack took it. */
    record Accepted() implements Delivered {}

    /**
     * Slack may take it later: it was too much at once, its servers failed, or it did not answer.
     *
     * @param everywhere whether other channels are to wait too
     */
    record Later(Duration after, String why, boolean everywhere) implements Delivered {}

    /** Slack will not take it however often it is tried; someone must mend the webhook. */
    record Refused(String why) implements Delivered {}
}
