package io.groundskeeper.core.lambda;

import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.json.MalformedJsonException;
import java.util.List;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** What a function was called with, told apart by its shape. */
public sealed interface Input {

    /** One EventBridge event, for example by {@code sam local invoke}. */
    record SingleEvent(JsonNode event) implements Input {}

    /** A batch of SQS messages. */
    record SqsBatch(List<SqsMessage> messages) implements Input {
        public SqsBatch {
            messages = List.copyOf(messages);
        }
    }

    /** Anything else that is a JSON object: a manual command, if the function knows it. */
    record Command(JsonNode command) implements Input {}

    /** @throws InvalidInputException if the text is no JSON object or a batch of something else than SQS messages */
    static Input read(String text, String acceptedShapes) {
        try {
            return read(Json.read(text), acceptedShapes);
        } catch (MalformedJsonException e) {
            throw new InvalidInputException(e.getMessage() + ". " + acceptedShapes, e);
        }
    }

    private static Input read(JsonNode json, String acceptedShapes) {
        if (!json.isObject()) {
            throw new InvalidInputException("The input is no JSON object. " + acceptedShapes);
        }
        if (json.path("Records").isArray()) {
            return batch(json.path("Records"), acceptedShapes);
        }
        return EventParser.looksLikeEvent(json) ? new SingleEvent(json) : new Command(json);
    }

    private static Input batch(JsonNode records, String acceptedShapes) {
        var all = StreamSupport.stream(records.spliterator(), false).toList();
        if (!all.stream().allMatch(SqsMessage::looksLikeOne)) {
            throw new InvalidInputException(
                    "Not each of the input's Records is an SQS message (messageId, body, eventSource \"aws:sqs\"). "
                            + acceptedShapes);
        }
        return new SqsBatch(all.stream().map(SqsMessage::of).toList());
    }
}
