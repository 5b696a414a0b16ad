package io.groundskeeper.local.run;

import io.groundskeeper.core.log.Failures;
import io.groundskeeper.local.environment.EnvironmentClients;
import io.groundskeeper.local.serve.Services;
import io.groundskeeper.local.template.Template;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * {@code ./run-local}: the whole system on one machine. Plays every scene of run-local.json, which together use every
 * file of events/, and exits 0 only if each outcome was the expected one.
 */
public final class RunLocal {

    // Long enough for a function to start and find the cluster still CREATING.
    private static final Duration CLUSTER_TAKES = Duration.ofSeconds(8);

    private RunLocal() {}

    /** The project's root is the system property groundskeeper.root. */
    public static void main(String[] args) throws IOException {
        var root = Path.of(System.getProperty("groundskeeper.root", "")).toAbsolutePath();
        var logFile = Files.createDirectories(root.resolve(".local")).resolve("run-local.log");
        boolean asExpected;
        try (var log = new PrintStream(Files.newOutputStream(logFile), true, StandardCharsets.UTF_8)) {
            asExpected = play(root, log);
        } catch (RuntimeException e) {
            System.out.println("run-local: " + Failures.describe(e));
            throw e;
        }
        System.out.println("The functions' log: " + root.relativize(logFile));
        System.exit(asExpected ? 0 : 1);
    }

    private static Map<String, String> functionEnvironment(Services services, EventQueues queues) {
        var environment = new HashMap<>(services.environment());
        environment.putAll(queues.environment());
        return environment;
    }

    private static boolean play(Path root, PrintStream log) {
        System.out.println("Starting moto and the stand-ins...");
        var caller = new HashMap<>(System.getenv());
        if (caller.remove("KUBECONFIG") != null) {
            System.out.println(
                    "KUBECONFIG is left aside: the scenes stage what happens inside the stand-in's clusters");
        }
        try (var services = Services.start(root, caller, CLUSTER_TAKES)) {
            var environment = new HashMap<>(caller);
            environment.putAll(services.environment());
            var clients = new EnvironmentClients(environment);
            var template = Template.read(root.resolve("template.yaml"));
            var queues = new EventQueues(clients, template);
            queues.create();
            try (var functions = new Functions(root, functionEnvironment(services, queues), log);
                    var stage = new Stage(clients, services)) {
                var slack = new SlackInbox(URI.create(environment.get("SLACK_WEBHOOK_URL")));
                return new Performance(root, functions, queues, stage, slack).play(Scene.all());
            }
        }
    }
}
