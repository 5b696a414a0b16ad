package io.groundskeeper.tags;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.groundskeeper.core.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;

/**
 * A server that behaves as the Tagging API, Cloud Control, a queue and a Slack webhook do: the Tagging API knows only what has a
 * tag, Cloud Control what was made.
 */
public final class FakeAws implements AutoCloseable {

    private record Answer(int status, String body) {}

    private final HttpServer server;
    private final Map<String, Map<String, String>> tagged = new ConcurrentHashMap<>();
    private final Map<String, String> properties = new ConcurrentHashMap<>();
    private final Map<String, Deque<Answer>> failures = new ConcurrentHashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final List<JsonNode> slack = new CopyOnWriteArrayList<>();

    private volatile String parameter = "";
    private volatile String effectivePolicy = "";
    private volatile Runnable beforeEachCall = () -> {};

    public FakeAws() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::aws);
        server.createContext("/slack", this::slack);
        server.start();
    }

    /** The environment of a function that uses this server. */
    public Map<String, String> environment() {
        return Map.of(
                "AWS_REGION", "us-east-1",
                "AWS_ENDPOINT_URL", url(),
                "SLACK_WEBHOOK_URL", url() + "slack",
                "GROUNDSKEEPER_NOW", "event",
                "REQUIRED_TAGS", "Owner, Team=platform|data, CostCenter~^[0-9]{4}$");
    }

    public String url() {
        return "http://127.0.0.1:%d/".formatted(server.getAddress().getPort());
    }

    /** A resource that has tags. */
    public void tagged(String arn, Map<String, String> tags) {
        tagged.put(arn, tags);
    }

    /** A resource that Cloud Control reads, with its properties in JSON. */
    public void exists(String type, String identifier, String json) {
        properties.put(type + " " + identifier, json);
    }

    /** Lets the next call of an operation fail. */
    public void fail(String operation, int status, String code) {
        fail(operation, status, code, "as told");
    }

    /** Lets the next call of an operation fail with these words. */
    public void fail(String operation, int status, String code, String message) {
        var body = Json.write(Json.object().put("__type", code).put("message", message));
        failures.computeIfAbsent(operation, o -> new ArrayDeque<>()).add(new Answer(status, body));
    }

    /** The text of the SSM parameter that there is. */
    public void parameter(String text) {
        parameter = text;
    }

    /** The effective tag policy of the account, which requires its first key of instances. */
    public void effectivePolicy(String document) {
        effectivePolicy = document;
    }

    /** What happens before each answer, such as the passing of time. */
    public void beforeEachCall(Runnable something) {
        beforeEachCall = something;
    }

    /** What was called, as operation and what it was asked about. */
    public List<String> calls() {
        return calls;
    }

    /** What Slack was sent. */
    public List<JsonNode> slack() {
        return slack;
    }

    private void slack(HttpExchange exchange) throws IOException {
        slack.add(body(exchange));
        answer(exchange, new Answer(200, "ok"));
    }

    private void aws(HttpExchange exchange) throws IOException {
        var target = String.valueOf(exchange.getRequestHeaders().getFirst("X-Amz-Target"));
        var operation = target.substring(target.lastIndexOf('.') + 1);
        var input = body(exchange);
        calls.add(operation + " " + subject(input));
        beforeEachCall.run();
        var failure = failures.getOrDefault(operation, new ArrayDeque<>()).poll();
        answer(exchange, failure == null ? answer(operation, input) : failure);
    }

    private static String subject(JsonNode input) {
        return input.has("ReceiptHandle")
                ? input.path("ReceiptHandle").stringValue() + " "
                        + input.path("VisibilityTimeout").asInt()
                : input.path("Identifier")
                        .asString(input.path("ResourceARNList").size() + " ARNs");
    }

    private Answer answer(String operation, JsonNode input) {
        return switch (operation) {
            case "GetResources" -> getResources(input);
            case "GetResource" -> getResource(input);
            case "GetParameter" ->
                named("Parameter", Json.object().put("Type", "String").put("Value", parameter));
            case "DescribeEffectivePolicy" ->
                named("EffectivePolicy", Json.object().put("PolicyContent", effectivePolicy));
            case "ListRequiredTags" -> listRequiredTags();
            case "GetQueueUrl" -> new Answer(200, "{\"QueueUrl\":\"%squeue\"}".formatted(url()));
            case "ChangeMessageVisibility" -> new Answer(200, "{}");
            default -> new Answer(400, "{\"__type\":\"UnknownOperationException\"}");
        };
    }

    private static Answer named(String name, JsonNode value) {
        return new Answer(200, Json.write(Json.object().set(name, value)));
    }

    private Answer listRequiredTags() {
        var key = Json.read(effectivePolicy)
                .path("tags")
                .propertyNames()
                .iterator()
                .next();
        var answer = Json.object();
        var entry = answer.putArray("RequiredTags").addObject().put("ResourceType", "ec2:instance");
        entry.putArray("CloudFormationResourceTypes").add("AWS::EC2::Instance");
        entry.putArray("ReportingTagKeys").add(key);
        return new Answer(200, Json.write(answer));
    }

    private Answer getResources(JsonNode input) {
        var arns = input.path("ResourceARNList");
        if (arns.size() > 100
                || arns.valueStream().anyMatch(arn -> arn.stringValue().contains("YOUR_ACCOUNT_ID"))) {
            return new Answer(400, "{\"__type\":\"InvalidParameterException\",\"message\":\"not an ARN\"}");
        }
        var answer = Json.object();
        var list = answer.putArray("ResourceTagMappingList");
        arns.valueStream()
                .map(JsonNode::stringValue)
                .filter(tagged::containsKey)
                .forEach(arn -> {
                    var tags = list.addObject().put("ResourceARN", arn).putArray("Tags");
                    tagged.get(arn)
                            .forEach((key, value) ->
                                    tags.addObject().put("Key", key).put("Value", value));
                });
        return new Answer(200, Json.write(answer));
    }

    private Answer getResource(JsonNode input) {
        var found = properties.get(input.path("TypeName").stringValue() + " "
                + input.path("Identifier").stringValue());
        if (found == null) {
            return new Answer(
                    400,
                    "{\"__type\":\"com.amazonaws.cloudapiservice#ResourceNotFoundException\",\"Message\":\"none\"}");
        }
        var answer = Json.object();
        answer.putObject("ResourceDescription").put("Properties", found);
        return new Answer(200, Json.write(answer));
    }

    private static JsonNode body(HttpExchange exchange) throws IOException {
        return Json.read(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    }

    private static void answer(HttpExchange exchange, Answer answer) throws IOException {
        var bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), bytes.length);
        try (var body = exchange.getResponseBody()) {
            body.write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
