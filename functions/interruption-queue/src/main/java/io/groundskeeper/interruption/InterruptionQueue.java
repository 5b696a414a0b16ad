package io.groundskeeper.interruption;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.lambda.Delivery;
import io.groundskeeper.core.lambda.Handled;
import io.groundskeeper.core.lambda.Ignored;
import io.groundskeeper.core.lambda.LambdaFunction;
import io.groundskeeper.core.lambda.Verdict;
import io.groundskeeper.core.slack.SlackMessage;
import io.groundskeeper.interruption.duty.Duty;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The function as a whole: gives each event and each command to the duty that takes it. */
final class InterruptionQueue implements LambdaFunction {

    private final List<Duty> duties;

    /** @param duties in the order in which they are asked; the last one takes all events that are left */
    InterruptionQueue(List<Duty> duties) {
        this.duties = List.copyOf(duties);
    }

    @Override
    public String name() {
        return Duty.FUNCTION;
    }

    @Override
    public List<String> commandExamples() {
        return duties.stream().flatMap(duty -> duty.commandExamples().stream()).toList();
    }

    @Override
    public boolean isCommand(JsonNode input) {
        return duties.stream().anyMatch(duty -> duty.isCommand(input));
    }

    @Override
    public Object command(JsonNode command) {
        return duties.stream()
                .filter(duty -> duty.isCommand(command))
                .findFirst()
                .orElseThrow()
                .command(command);
    }

    @Override
    public Handled handle(List<Delivery> deliveries, List<Ignored> unreadable) {
        var shares = shares(deliveries);
        if (shares.isEmpty()) {
            return duties.getLast().handle(List.of(), unreadable);
        }
        var verdicts = new HashMap<String, Verdict>();
        var reports = Json.object();
        var rest = unreadable;
        for (var share : shares.entrySet()) {
            var handled = handle(share.getKey(), share.getValue(), rest);
            rest = List.of();
            verdicts.putAll(handled.verdicts());
            merge(reports, Json.tree(handled.report()));
        }
        return new Handled(reports, verdicts);
    }

    private Map<Duty, List<Delivery>> shares(List<Delivery> deliveries) {
        var shares = new LinkedHashMap<Duty, List<Delivery>>();
        for (var delivery : deliveries) {
            shares.merge(duty(delivery), List.of(delivery), InterruptionQueue::both);
        }
        return shares;
    }

    private static List<Delivery> both(List<Delivery> some, List<Delivery> more) {
        var both = new ArrayList<>(some);
        both.addAll(more);
        return both;
    }

    /** One duty that fails must not cost another its verdicts. */
    private static Handled handle(Duty duty, List<Delivery> share, List<Ignored> unreadable) {
        try {
            return duty.handle(share, unreadable);
        } catch (RuntimeException e) {
            var failed = new HashMap<String, Verdict>();
            share.forEach(delivery -> failed.put(delivery.id(), new Verdict.Failed(e)));
            return new Handled(Map.of("function", Duty.FUNCTION), failed);
        }
    }

    private static void merge(ObjectNode into, JsonNode report) {
        report.properties().forEach(field -> {
            if (into.get(field.getKey()) instanceof ArrayNode there && field.getValue() instanceof ArrayNode more) {
                there.addAll(more);
            } else {
                into.set(field.getKey(), field.getValue());
            }
        });
    }

    private Duty duty(Delivery delivery) {
        return duties.stream()
                .filter(duty -> duty.takes(delivery.event()))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public Instant deadline(Delivery delivery, Instant firstReceived) {
        return duty(delivery).deadline(delivery, firstReceived);
    }

    @Override
    public Duration retryAfterFailure(Delivery delivery, int receiveCount) {
        return duty(delivery).retryAfterFailure(delivery, receiveCount);
    }

    @Override
    public SlackMessage givenUp(Delivery delivery, String why) {
        return duty(delivery).givenUp(delivery, why);
    }
}
