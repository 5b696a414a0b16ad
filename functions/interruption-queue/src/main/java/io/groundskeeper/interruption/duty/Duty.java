package io.groundskeeper.interruption.duty;

import io.groundskeeper.core.event.Event;
import io.groundskeeper.core.lambda.LambdaFunction;

/** One of the things that the function does; each takes its own kinds of events and its own commands. */
public interface Duty extends LambdaFunction {

    /** The function's name, in reports, logs and metrics. */
    String FUNCTION = "interruption-queue";

    @Override
    default String name() {
        return FUNCTION;
    }

    /** Whether an event is of a kind that is handled here. */
    boolean takes(Event event);
}
