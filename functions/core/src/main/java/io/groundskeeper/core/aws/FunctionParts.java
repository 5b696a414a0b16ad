package io.groundskeeper.core.aws;

import io.groundskeeper.core.event.EventClock;
import io.groundskeeper.core.lambda.FunctionHandler;
import io.groundskeeper.core.lambda.LambdaFunction;
import io.groundskeeper.core.log.JsonFormatter;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.Notifier;
import io.groundskeeper.core.slack.WebhookUrl;
import java.time.Clock;
import java.util.Map;
import software.amazon.awssdk.services.secretsmanager.SecretsManagerClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The parts that every function is put together from, made once when Lambda starts it.
 *
 * @param settings the environment
 * @param clients builds the SDK's clients
 * @param sqs of the function's region
 * @param notifier tells Slack
 */
public record FunctionParts(
        Settings settings, Clock clock, Log log, AwsClients clients, SqsClient sqs, Notifier notifier) {

    /** The parts of a function that has minutes. */
    public static FunctionParts of(String function, Map<String, String> environment) {
        return of(function, environment, AwsClients.Patience.USUAL);
    }

    /** The parts of a function in Lambda. */
    public static FunctionParts of(String function, Map<String, String> environment, AwsClients.Patience patience) {
        var clock = Clock.systemUTC();
        var settings = Settings.of(environment);
        var log = Log.of(System.out, clock, function);
        JsonFormatter.install(clock, function);
        var clients = new AwsClients(settings, patience);
        var sqs = clients.build(SqsClient.builder());
        var url = new WebhookUrl(settings, secret -> secret(clients, secret));
        var outbox = settings.find("OUTBOX_QUEUE_URL").map(queue -> new SqsOutbox(sqs, queue));
        var notifier = new Notifier(url, outbox.map(o -> o), log);
        return new FunctionParts(settings, clock, log, clients, sqs, notifier);
    }

    /** The way into {@code function}. */
    public FunctionHandler handler(LambdaFunction function) {
        var eventClock = EventClock.of(settings.find("GROUNDSKEEPER_NOW"), clock);
        return new FunctionHandler(function, new SqsQueues(sqs), notifier, eventClock, log);
    }

    private static String secret(AwsClients clients, String name) {
        // Closed at once: it is asked once in a function's life.
        try (var secrets = clients.build(SecretsManagerClient.builder())) {
            return secrets.getSecretValue(r -> r.secretId(name)).secretString();
        }
    }
}
