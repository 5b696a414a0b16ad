package io.groundskeeper.local.run;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.local.lambda.Answer;
import io.groundskeeper.local.lambda.FunctionDefinition;
import io.groundskeeper.local.lambda.FunctionProcess;
import io.groundskeeper.local.lambda.RoleCredentials;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/** The packaged functions, each in a runtime interface client of its own, with the credentials of its own role. */
final class Functions implements AutoCloseable {

    private static final String REPORT = "\"event\":\"report\"";

    private final Path root;
    private final Map<String, String> services;
    private final PrintStream log;
    private final Map<String, FunctionProcess> processes = new HashMap<>();
    private final Map<String, JsonNode> reports = new ConcurrentHashMap<>();

    /** @param log where the functions' log lines go */
    Functions(Path root, Map<String, String> services, PrintStream log) {
        this.root = root;
        this.services = Map.copyOf(services);
        this.log = log;
    }

    Answer invoke(String module, String event) {
        reports.remove(module);
        return processes.computeIfAbsent(module, this::start).invoke(event);
    }

    /** The report that a batch left in the log; the answer to a batch has none. */
    Optional<JsonNode> loggedReport(String module) {
        return Optional.ofNullable(reports.get(module));
    }

    @Override
    public void close() {
        processes.values().forEach(FunctionProcess::close);
    }

    private FunctionProcess start(String module) {
        var function = FunctionDefinition.of(root, module);
        var environment = new HashMap<String, String>(function.environment());
        // Java itself needs some of what is set here, such as a temporary folder.
        environment.putAll(System.getenv());
        // What is staged happens in the stand-ins' clusters.
        environment.remove("KUBECONFIG");
        environment.putAll(services);
        environment.put("GROUNDSKEEPER_NOW", "event");
        environment.put("REQUIRED_TAGS", "Owner, Team=platform|data, CostCenter~^[0-9]{4}$");
        environment.put("NODE_TAGS", "Owner=platform,Team=platform,CostCenter=4711");
        environment.remove("SLACK_WEBHOOK_SECRET");
        return FunctionProcess.start(
                function,
                function.packageFolder(root),
                RoleCredentials.assume(function, environment),
                line -> logged(module, line));
    }

    private void logged(String module, String line) {
        log.println(line);
        if (line.startsWith("{") && line.contains(REPORT)) {
            reports.put(module, Json.read(line).path("report"));
        }
    }
}
