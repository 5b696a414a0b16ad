package io.groundskeeper.interruption.drill;

import io.groundskeeper.interruption.duty.Duty;
import java.time.Instant;

/**
 * The answer to the command, as its JSON.
 *
 * @param function always {@code interruption-queue}
 */
record SentReport(String function, Sent drill) {

    /** The queue's 15 s of delay, a poll of it, and the function's own 20 s at most, with some to spare. */
    private static final int ANSWER_WITHIN_SECONDS = 60;

    /**
     * A test warning that was sent, or would be.
     *
     * @param id the event's, which the answer names; null for a dry run
     * @param sentAt RFC 3339; null for a dry run
     * @param answerWithinSeconds after this long without an answer, the way of warnings is broken
     * @param detail where to look for the answer, and where if there is none
     */
    record Sent(
            String id, String cluster, String instanceId, String sentAt, Integer answerWithinSeconds, String detail) {}

    static SentReport sent(DrillCommand command, String id, Instant sentAt) {
        return of(new Sent(
                id,
                command.cluster(),
                command.instanceId(),
                sentAt.toString(),
                ANSWER_WITHIN_SECONDS,
                "The answer comes to Slack and as a line with \"event\":\"drill\" and this id to the function's log. "
                        + "None within %d s: look whether DrillRule is enabled and has the warning queue as its target, whether the queue's policy lets it in, into the queue's dead letter queue, and whether the function's trigger is enabled"
                                .formatted(ANSWER_WITHIN_SECONDS)));
    }

    static SentReport planned(DrillCommand command) {
        return of(new Sent(
                null,
                command.cluster(),
                command.instanceId(),
                null,
                null,
                "A test warning would be sent to the default event bus; this was a dry run"));
    }

    private static SentReport of(Sent sent) {
        return new SentReport(Duty.FUNCTION, sent);
    }
}
