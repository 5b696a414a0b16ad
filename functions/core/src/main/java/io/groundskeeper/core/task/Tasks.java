package io.groundskeeper.core.task;

import java.time.Duration;
import java.util.List;

/** The function's own queue, by which it asks itself for one cluster at a time. */
public interface Tasks {

    /**
     * Sends messages, all that it can.
     *
     * @throws UnsentTasksException if some could not be sent; the others were
     */
    void send(List<TaskMessage> messages);

    /** Sends one message. */
    default void send(String cluster, String task, Duration delay) {
        send(List.of(new TaskMessage(cluster, task, delay)));
    }
}
