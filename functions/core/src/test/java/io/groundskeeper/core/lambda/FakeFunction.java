package io.groundskeeper.core.lambda;

import io.groundskeeper.core.slack.SlackMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A function whose verdicts are told to it; done with everything else. */
final class FakeFunction implements LambdaFunction {

    record Report(String function, List<String> handled, List<Ignored> ignored, String nothing) {}

    private final Map<String, Verdict> verdicts = new HashMap<>();
    private final List<Delivery> handled = new ArrayList<>();
    private RuntimeException failure;
    private Duration patience = Duration.ofMinutes(45);
    private List<String> commands = List.of("{\"cluster\":\"dev\"}");

    FakeFunction verdict(String id, Verdict verdict) {
        verdicts.put(id, verdict);
        return this;
    }

    FakeFunction failing(RuntimeException e) {
        failure = e;
        return this;
    }

    FakeFunction patience(Duration most) {
        patience = most;
        return this;
    }

    FakeFunction withoutCommands() {
        commands = List.of();
        return this;
    }

    List<Delivery> handled() {
        return handled;
    }

    @Override
    public String name() {
        return "test-function";
    }

    @Override
    public List<String> commandExamples() {
        return commands;
    }

    @Override
    public boolean isCommand(JsonNode input) {
        return !commands.isEmpty() && input.path("cluster").isString();
    }

    @Override
    public Object command(JsonNode command) {
        return new Report(name(), List.of(command.path("cluster").stringValue()), List.of(), null);
    }

    @Override
    public Handled handle(List<Delivery> deliveries, List<Ignored> unreadable) {
        handled.addAll(deliveries);
        if (failure != null) {
            throw failure;
        }
        var ids = deliveries.stream().map(Delivery::id).toList();
        return new Handled(new Report(name(), ids, unreadable, null), verdicts);
    }

    @Override
    public Instant deadline(Delivery delivery, Instant firstReceived) {
        return firstReceived.plus(patience);
    }

    @Override
    public SlackMessage givenUp(Delivery delivery, String why) {
        return SlackMessage.of("Given up " + delivery.id(), why);
    }
}
