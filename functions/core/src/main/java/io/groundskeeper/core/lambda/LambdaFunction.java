package io.groundskeeper.core.lambda;

import io.groundskeeper.core.slack.SlackMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What one Lambda function does; {@link FunctionHandler} is its way in and out. */
public interface LambdaFunction {

    /** Its name in reports, logs and metrics, for example {@code tag-enforcer}. */
    String name();

    /** Examples of the manual commands that it takes, as JSON, for the error that lists the accepted shapes. */
    List<String> commandExamples();

    /** Whether {@code input}, a JSON object that is no event, is a command of this function. */
    boolean isCommand(JsonNode input);

    /**
     * Carries out a manual command.
     *
     * @return a record that becomes the report's JSON
     * @throws RuntimeException with a message that says what to do, if it cannot be carried out
     */
    Object command(JsonNode command);

    /**
     * Looks at events once, without waiting: what is not ready gets a {@link Verdict.NotReady}. The failure of one is a
     * {@link Verdict.Failed} and keeps no other from being handled.
     *
     * @param unreadable what was already put aside, to be listed in the report
     */
    Handled handle(List<Delivery> deliveries, List<Ignored> unreadable);

    /**
     * When waiting for a delivery ends.
     *
     * @param firstReceived when its message was first handed out, by the clock of {@link Delivery#now()}
     */
    Instant deadline(Delivery delivery, Instant firstReceived);

    /**
     * How long a message whose handling failed is hidden before it is tried again: one minute, doubling to fifteen. A
     * function whose events do not last that long says less.
     *
     * @param delivery what failed
     * @param receiveCount how often its message was handed out, at least 1
     */
    default Duration retryAfterFailure(Delivery delivery, int receiveCount) {
        return BackOff.afterFailure(receiveCount);
    }

    /** What Slack is told when a delivery is given up at its deadline. */
    SlackMessage givenUp(Delivery delivery, String why);
}
