package io.groundskeeper.core.lambda;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** A queue that remembers what was hidden, and can be told to refuse. */
final class FakeQueue implements MessageQueue {

    private final Map<String, Duration> hidden = new LinkedHashMap<>();
    private RuntimeException failure;

    FakeQueue failing(RuntimeException e) {
        failure = e;
        return this;
    }

    Map<String, Duration> hidden() {
        return hidden;
    }

    @Override
    public void hide(SqsMessage message, Duration visibility) {
        if (failure != null) {
            throw failure;
        }
        hidden.put(message.messageId(), visibility);
    }
}
