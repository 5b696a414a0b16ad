package io.groundskeeper.core.lambda;

import java.time.Duration;

/** The queue that messages came from. */
public interface MessageQueue {

    /**
     * Hides a message for a while longer, after which it is handed out again.
     *
     * @throws RuntimeException if the queue refuses
     */
    void hide(SqsMessage message, Duration visibility);
}
