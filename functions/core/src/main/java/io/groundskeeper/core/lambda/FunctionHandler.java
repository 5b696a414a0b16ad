package io.groundskeeper.core.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import io.groundskeeper.core.event.Event;
import io.groundskeeper.core.event.EventClock;
import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.event.Origin;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.slack.Notifier;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The way into a function: tells the shapes of input apart and answers each as Lambda expects it. An SQS batch is
 * answered with {@code batchItemFailures} only; a single event or a command with the report. A single event whose
 * handling failed throws, so that Lambda tries it again.
 */
public final class FunctionHandler implements RequestStreamHandler {

    private static final Duration LONGEST = Duration.ofMinutes(15);

    private final LambdaFunction function;
    private final BatchRunner batches;
    private final Log log;
    private final Notifier notifier;

    /**
     * @param queue where the messages of a batch came from
     * @param notifier tells Slack
     * @param eventClock the time for decisions about events
     */
    public FunctionHandler(
            LambdaFunction function, MessageQueue queue, Notifier notifier, EventClock eventClock, Log log) {
        this.function = function;
        this.batches = new BatchRunner(function, queue, notifier, eventClock, log);
        this.log = log;
        this.notifier = notifier;
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        notifier.begin(context == null ? LONGEST : Duration.ofMillis(context.getRemainingTimeInMillis()));
        var text = new String(input.readAllBytes(), StandardCharsets.UTF_8);
        output.write(Json.write(answer(text, origin(context))).getBytes(StandardCharsets.UTF_8));
    }

    private Object answer(String text, Origin origin) {
        return switch (Input.read(text, acceptedShapes())) {
            case Input.SqsBatch(var messages) -> batchResponse(batches.run(messages));
            case Input.SingleEvent(var event) -> single(EventParser.parse(event, origin));
            case Input.Command(var command) when function.isCommand(command) -> function.command(command);
            case Input.Command(var command) ->
                throw new InvalidInputException((function.commandExamples().isEmpty()
                                ? "This is no event. "
                                : "Neither an event nor a known command. ")
                        + acceptedShapes());
        };
    }

    private static Origin origin(Context context) {
        return context == null || context.getInvokedFunctionArn() == null
                ? Origin.UNKNOWN
                : Origin.of(context.getInvokedFunctionArn());
    }

    private Object single(Event event) {
        var delivery = batches.delivery(event.envelope().id(), event, Optional.empty());
        var handled = function.handle(List.of(delivery), List.of());
        return switch (handled.verdicts().getOrDefault(delivery.id(), new Verdict.Done())) {
            case Verdict.Failed(var cause) -> throw reported(cause, handled);
            case Verdict.Hopeless(var cause) -> throw reported(cause, handled);
            case Verdict.Done done -> handled.report();
            case Verdict.NotReady notReady -> handled.report();
        };
    }

    private RuntimeException reported(RuntimeException cause, Handled handled) {
        log.info("report", Map.of("report", handled.report()));
        return cause;
    }

    private static SQSBatchResponse batchResponse(List<String> messageIds) {
        return new SQSBatchResponse(
                messageIds.stream().map(SQSBatchResponse.BatchItemFailure::new).toList());
    }

    private String acceptedShapes() {
        var events = "an EventBridge event (\"source\", \"detail-type\", \"detail\")";
        var batch = "an SQS batch (\"Records\") of such events";
        var commands = function.commandExamples();
        return commands.isEmpty()
                ? "%s accepts %s or %s.".formatted(function.name(), events, batch)
                : "%s accepts %s, %s, or a command such as %s."
                        .formatted(function.name(), events, batch, String.join(" or ", commands));
    }
}
