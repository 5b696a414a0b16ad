package io.groundskeeper.core.lambda;

import java.time.Duration;

/** What becomes of a delivery after one look at it. */
public sealed interface Verdict {

    /** Nothing is left to do. */
    record Done() implements Verdict {}

    /**
     * Something outside is not ready: the message goes back to its queue.
     *
     * @param lookAgainIn after how long it is handed out again
     * @param why in words, for the log and for the message when it is given up
     */
    record NotReady(Duration lookAgainIn, String why) implements Verdict {}

    /**
     * It cannot succeed, however often it is tried: a message is done, since whoever must act was told; a single event's
     * error is thrown, so that its sender sees it.
     */
    record Hopeless(RuntimeException cause) implements Verdict {}

    /** The attempt failed: a message goes back to its queue, a single event's error is thrown. */
    record Failed(RuntimeException cause) implements Verdict {}
}
