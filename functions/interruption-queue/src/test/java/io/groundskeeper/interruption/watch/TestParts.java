package io.groundskeeper.interruption.watch;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.aws.FunctionParts;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.Notifier;
import io.groundskeeper.core.slack.WebhookUrl;
import io.groundskeeper.interruption.InterruptionQueueHandler;
import io.groundskeeper.interruption.cluster.Clusters;
import io.groundskeeper.interruption.duty.Duty;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityRequest;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityResponse;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlResponse;
import tools.jackson.databind.JsonNode;

/** The whole function around fake tags and clusters; what it logged, hid and told can be read. */
final class TestParts {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Map<String, Integer> hidden = new LinkedHashMap<>();
    private final InterruptionQueueHandler handler;
    private final List<String> keeperCalls = new CopyOnWriteArrayList<>();
    private Optional<RuntimeException> keeperFailure = Optional.empty();
    private Context context;

    TestParts(InstanceTags tags, Clusters clusters, Clock clock, Map<String, String> environment) {
        var all = new LinkedHashMap<>(Map.of("AWS_REGION", "us-east-1"));
        all.putAll(environment);
        var settings = Settings.of(all);
        var log = Log.of(new PrintStream(out, true, StandardCharsets.UTF_8), clock, Duty.FUNCTION);
        var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIDEXAMPLE", "secret"));
        var clients = new AwsClients(settings, credentials);
        var notifier = new Notifier(new WebhookUrl(settings, name -> name), Optional.empty(), log);
        handler = new InterruptionQueueHandler(
                new FunctionParts(settings, clock, log, clients, new Queue(hidden), notifier),
                tags,
                clusters,
                this::askKeeper);
    }

    private void askKeeper(String cluster) {
        keeperCalls.add(cluster);
        keeperFailure.ifPresent(failure -> {
            throw failure;
        });
    }

    /** The clusters whose queue was to be looked at. */
    List<String> keeperCalls() {
        return keeperCalls;
    }

    void keeperFails(RuntimeException e) {
        keeperFailure = Optional.of(e);
    }

    /** From now on the function's own ARN is this one. */
    TestParts runsAs(String functionArn) {
        context = new RuntimeContext(functionArn);
        return this;
    }

    JsonNode call(Object input) {
        var answer = new ByteArrayOutputStream();
        var text = input instanceof String string ? string : Json.write(input);
        try {
            handler.handleRequest(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), answer, context);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Json.read(answer.toString(StandardCharsets.UTF_8));
    }

    Map<String, Integer> hidden() {
        return hidden;
    }

    List<JsonNode> lines(String event) {
        return log().lines()
                .map(Json::read)
                .filter(line -> line.path("event").asString("").equals(event))
                .toList();
    }

    /** The Slack messages: without a webhook, they are logged whole. */
    List<JsonNode> slack() {
        return lines("slack-not-configured").stream()
                .map(line -> line.path("payload"))
                .toList();
    }

    String log() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private record Queue(Map<String, Integer> hidden) implements SqsClient {

        @Override
        public GetQueueUrlResponse getQueueUrl(Consumer<GetQueueUrlRequest.Builder> request) {
            return GetQueueUrlResponse.builder().queueUrl("https://queue").build();
        }

        @Override
        public ChangeMessageVisibilityResponse changeMessageVisibility(
                Consumer<ChangeMessageVisibilityRequest.Builder> request) {
            var built = ChangeMessageVisibilityRequest.builder()
                    .applyMutation(request)
                    .build();
            hidden.put(built.receiptHandle(), built.visibilityTimeout());
            return ChangeMessageVisibilityResponse.builder().build();
        }

        @Override
        public String serviceName() {
            return "sqs";
        }

        @Override
        public void close() {}
    }

    private record RuntimeContext(String getInvokedFunctionArn) implements Context {

        @Override
        public String getAwsRequestId() {
            return "request-1";
        }

        @Override
        public String getLogGroupName() {
            return "group";
        }

        @Override
        public String getLogStreamName() {
            return "stream";
        }

        @Override
        public String getFunctionName() {
            return Duty.FUNCTION;
        }

        @Override
        public String getFunctionVersion() {
            return "$LATEST";
        }

        @Override
        public CognitoIdentity getIdentity() {
            return null;
        }

        @Override
        public ClientContext getClientContext() {
            return null;
        }

        @Override
        public int getRemainingTimeInMillis() {
            return 60_000;
        }

        @Override
        public int getMemoryLimitInMB() {
            return 512;
        }

        @Override
        public LambdaLogger getLogger() {
            return null;
        }
    }
}
