package io.groundskeeper.core.task;

import java.time.Duration;

/**
 * A message of the function to itself.
 *
 * @param cluster the one to work on
 * @param delay how long the queue keeps it back, at most {@link #LONGEST_DELAY}
 */
public record TaskMessage(String cluster, String task, Duration delay) {

    /** The longest that SQS keeps a message back. */
    public static final Duration LONGEST_DELAY = Duration.ofMinutes(15);

    public TaskMessage {
        if (delay.isNegative() || delay.compareTo(LONGEST_DELAY) > 0) {
            throw new IllegalArgumentException("A delay of " + delay + ": SQS takes 0 to 15 minutes");
        }
    }
}
