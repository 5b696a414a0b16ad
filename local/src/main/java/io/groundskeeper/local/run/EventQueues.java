package io.groundskeeper.local.run;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.json.MalformedJsonException;
import io.groundskeeper.local.environment.EnvironmentClients;
import io.groundskeeper.local.template.Template;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.eventbridge.model.Target;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import tools.jackson.databind.JsonNode;

/**
 * The way of an event from EventBridge to a function: the template's own rules and patterns, a queue for each function,
 * and what Lambda's event source mapping does with both. Delays are left out, so that nobody has to wait for them.
 */
final class EventQueues {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private final EventBridgeClient events;
    private static final String SCHEDULED = "{\"source\":[\"aws.events\"],\"detail-type\":[\"Scheduled Event\"]}";

    private final SqsClient sqs;
    private final Template template;
    private final Map<String, String> urls = new HashMap<>();
    private final Set<String> fed = new HashSet<>();

    EventQueues(EnvironmentClients clients, Template template) {
        this.events = clients.build(EventBridgeClient.builder(), "EVENTBRIDGE");
        this.sqs = clients.build(SqsClient.builder(), "SQS");
        this.template = template;
    }

    /** Creates every rule of the template and the queue that it feeds. */
    void create() {
        Template.map(template.root().get("Resources")).forEach((id, resource) -> {
            if ("AWS::Events::Rule".equals(Template.map(resource).get("Type"))) {
                createRule(id, template.properties(id));
            }
        });
    }

    private void createRule(String id, Map<String, Object> rule) {
        // No clock ticks here: what a schedule would send comes in by hand.
        var pattern = rule.containsKey("ScheduleExpression") ? scheduled(rule) : template.eventPattern(id);
        events.putRule(r -> r.name("groundskeeper-" + id).eventPattern(pattern));
        for (var target : (List<?>) rule.get("Targets")) {
            var queue = logicalId(Template.map(target).get("Arn"));
            fed.add(queue);
            events.putTargets(r -> r.rule("groundskeeper-" + id)
                    .targets(Target.builder().id(queue).arn(arn(queue)).build()));
        }
    }

    /** Takes what a schedule would send: the event that its target is given, else that of every schedule. */
    private static String scheduled(Map<String, Object> rule) {
        for (var target : (List<?>) rule.get("Targets")) {
            if (Template.map(target).get("Input") instanceof String input) {
                var event = Json.read(input);
                var pattern = Json.object();
                pattern.putArray("source").add(event.path("source").asString());
                pattern.putArray("detail-type").add(event.path("detail-type").asString());
                return Json.write(pattern);
            }
        }
        return SCHEDULED;
    }

    private String url(String queue) {
        return urls.computeIfAbsent(
                queue,
                name -> sqs.createQueue(r -> r.queueName("groundskeeper-" + name))
                        .queueUrl());
    }

    /** The variables by which functions know queues of the stack. */
    Map<String, String> environment() {
        return Map.of(
                "OUTBOX_QUEUE_URL", url("OutboxQueue"),
                "BOOTSTRAP_QUEUE_URL", url("KarpenterBootstrapQueue"),
                "KEEPER_QUEUE_URL", url("InterruptionKeeperQueue"),
                "KEEPER_DLQ_URL", url("InterruptionKeeperDeadLetterQueue"),
                "WARNING_QUEUE_URL", url("InterruptionWarningQueue"),
                "WARNING_DLQ_URL", url("InterruptionWarningDeadLetterQueue"));
    }

    /** Puts an event on the default bus for one function. Others' rules take it too: they play it in scenes of their own. */
    void put(JsonNode event, String functionId) {
        var entry = PutEventsRequestEntry.builder()
                .source(event.path("source").asString())
                .detailType(event.path("detail-type").asString())
                .detail(Json.write(event.path("detail")))
                .resources(event.path("resources")
                        .valueStream()
                        .map(JsonNode::asString)
                        .toList())
                .time(Instant.parse(event.path("time").asString()))
                .build();
        events.putEvents(r -> r.entries(entry));
        var own = queuesOf(functionId);
        functions()
                .flatMap(id -> queuesOf(id).stream())
                .filter(queue -> !own.contains(queue) && fed.contains(queue))
                .distinct()
                .forEach(queue -> drop(event, queue));
    }

    private Stream<String> functions() {
        return Template.map(template.root().get("Resources")).entrySet().stream()
                .filter(resource -> "AWS::Serverless::Function"
                        .equals(Template.map(resource.getValue()).get("Type")))
                .map(Map.Entry::getKey);
    }

    private void drop(JsonNode event, String queue) {
        var there = sqs.receiveMessage(
                        r -> r.queueUrl(url(queue)).maxNumberOfMessages(10).waitTimeSeconds(0))
                .messages();
        for (var message : there) {
            if (isOf(event, message)) {
                sqs.deleteMessage(r -> r.queueUrl(url(queue)).receiptHandle(message.receiptHandle()));
            } else {
                sqs.changeMessageVisibility(r -> r.queueUrl(url(queue))
                        .receiptHandle(message.receiptHandle())
                        .visibilityTimeout(0));
            }
        }
    }

    private static boolean isOf(JsonNode event, Message message) {
        try {
            return Json.read(message.body()).path("detail").equals(event.path("detail"));
        } catch (MalformedJsonException e) {
            // What a scene puts there by hand is no copy of an event.
            return false;
        }
    }

    /** The messages that wait for a function; none when nothing comes within ten seconds. */
    List<Received> receive(String functionId) {
        var queues = queuesOf(functionId);
        var received = new ArrayList<Received>();
        for (long end = System.nanoTime() + LONGEST_WAIT.toNanos(); received.isEmpty() && System.nanoTime() < end; ) {
            queues.forEach(queue -> sqs.receiveMessage(r -> r.queueUrl(url(queue))
                            .maxNumberOfMessages(10)
                            .waitTimeSeconds(1)
                            .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
                    .messages()
                    .forEach(message -> received.add(new Received(queue, message))));
        }
        return received;
    }

    /** What Lambda does after a batch: deletes what succeeded; what failed stays hidden for as long as its visibility. */
    void settle(List<Received> batch, List<String> failures) {
        batch.stream()
                .filter(received -> !failures.contains(received.message().messageId()))
                .forEach(received -> sqs.deleteMessage(r -> r.queueUrl(url(received.queue()))
                        .receiptHandle(received.message().receiptHandle())));
        // Instead of waiting for a minute: what must come again comes now.
        batch.stream()
                .filter(received -> failures.contains(received.message().messageId()))
                .forEach(received -> sqs.changeMessageVisibility(r -> r.queueUrl(url(received.queue()))
                        .receiptHandle(received.message().receiptHandle())
                        .visibilityTimeout(0)));
    }

    /** The batch as Lambda hands it to a function. */
    String batch(List<Received> received, String region) {
        var records = Json.object();
        var array = records.putArray("Records");
        for (var each : received) {
            var record = array.addObject();
            record.put("messageId", each.message().messageId());
            record.put("receiptHandle", each.message().receiptHandle());
            record.put("body", each.message().body());
            record.put("eventSource", "aws:sqs");
            record.put("eventSourceARN", arn(each.queue()));
            record.put("awsRegion", region);
            var attributes = record.putObject("attributes");
            each.message()
                    .attributesAsStrings()
                    .forEach((name, value) ->
                            attributes.put(name, name.endsWith("Timestamp") ? value.replaceFirst("\\..*", "") : value));
        }
        return Json.write(records);
    }

    private List<String> queuesOf(String functionId) {
        return Template.map(template.properties(functionId).get("Events")).values().stream()
                .map(event ->
                        Template.map(Template.map(event).get("Properties")).get("Queue"))
                .map(EventQueues::logicalId)
                .filter(urls::containsKey)
                .toList();
    }

    private static String logicalId(Object arn) {
        return String.valueOf(Template.map(arn).get("Fn::GetAtt")).replace(".Arn", "");
    }

    private String arn(String queue) {
        return sqs.getQueueAttributes(r -> r.queueUrl(url(queue)).attributeNames(QueueAttributeName.QUEUE_ARN))
                .attributes()
                .get(QueueAttributeName.QUEUE_ARN);
    }

    /** A message and the queue (by its logical id) that it came from. */
    record Received(String queue, Message message) {}
}
