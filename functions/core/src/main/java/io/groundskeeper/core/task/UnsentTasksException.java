package io.groundskeeper.core.task;

import java.util.List;
import java.util.stream.Collectors;

/** Some messages to ourselves could not be sent; the others were. Sending all of them again does no harm. */
public final class UnsentTasksException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param unsent those that could not be sent
     * @param why the queue's own words
     */
    public UnsentTasksException(List<TaskMessage> unsent, String why, Throwable cause) {
        super(
                "%d tasks could not be sent to the function's own queue (%s): %s"
                        .formatted(
                                unsent.size(),
                                unsent.stream()
                                        .limit(10)
                                        .map(message -> message.task() + " " + message.cluster())
                                        .collect(Collectors.joining(", ")),
                                why),
                cause);
    }
}
