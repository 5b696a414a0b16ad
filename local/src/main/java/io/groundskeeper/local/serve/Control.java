package io.groundskeeper.local.serve;

import io.groundskeeper.local.eks.EksService;
import io.groundskeeper.local.http.AwsException;
import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.http.LocalServer;
import io.groundskeeper.local.http.Request;
import io.groundskeeper.local.http.Response;
import io.groundskeeper.local.http.Routes;
import io.groundskeeper.local.kubernetes.KarpenterState;
import io.groundskeeper.local.kubernetes.KubernetesApi;
import io.groundskeeper.local.slack.SlackService;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Where whoever tries something sets how the stand-ins behave. */
final class Control implements AutoCloseable {
    private static final int LONGEST_STOP = 3600;
    private static final Set<Integer> SLACK_STATUS = Set.of(404, 429, 500);

    private final EksService eks;
    private final SlackService slack;
    private final Map<String, String> environment;
    private final Routes<Action> routes = new Routes<>();
    private final LocalServer server;

    @FunctionalInterface
    private interface Action {
        Response answer(Request request, Map<String, String> parts);
    }

    Control(EksService eks, SlackService slack, Map<String, String> environment) {
        this.eks = eks;
        this.slack = slack;
        this.environment = new LinkedHashMap<>(environment);
        routes.add("PUT", "clusters/{name}/karpenter", this::karpenter)
                .add("PUT", "clusters/{name}/pods", this::pods)
                .add("PUT", "slack", this::failSlack);
        this.server = LocalServer.start("control", this::answer);
    }

    URI uri() {
        return server.uri();
    }

    private Response answer(Request request) {
        if (request.path().isEmpty() && request.method().equals("GET")) {
            return listing();
        }
        try {
            return routes.find(request)
                    .map(route -> route.handler().answer(request, route.parts()))
                    .orElseGet(() -> error(
                            404,
                            "Known here: GET /, PUT /clusters/<name>/karpenter"
                                    + " {\"state\":\"alive|idle|down|stopped\",\"queue\":name that it is to read},"
                                    + " PUT /clusters/<name>/pods {\"stopSeconds\":n},"
                                    + " PUT /slack {\"status\":404|429|500,\"retryAfter\":seconds,\"times\":n}"));
        } catch (AwsException e) {
            return error(e.status(), e.getMessage());
        }
    }

    private Response listing() {
        var listing = Json.object();
        var services = listing.putObject("services");
        environment.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("AWS_ENDPOINT_URL")
                        || entry.getKey().startsWith("SLACK_"))
                .forEach(entry -> services.put(entry.getKey(), entry.getValue()));
        listing.set("clusters", Json.array(eks.clusterNames()));
        listing.put("slackMessages", slack.messages().size());
        return Response.json(200, listing);
    }

    private Response karpenter(Request request, Map<String, String> parts) {
        String wanted = request.json().path("state").asString("");
        var state = Arrays.stream(KarpenterState.values())
                .filter(each -> each != KarpenterState.ABSENT)
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(wanted))
                .findFirst();
        if (state.isEmpty()) {
            return error(400, "state must be one of alive, idle, down, stopped, not \"" + wanted + "\"");
        }
        return inCluster(parts, api -> {
            api.karpenter(state.get());
            if (request.json().has("queue")) {
                api.interruptionQueue(request.json().path("queue").asString(""));
            }
            return Response.json(200, Json.object().put("state", wanted));
        });
    }

    private Response pods(Request request, Map<String, String> parts) {
        var seconds = request.json().path("stopSeconds");
        if (!seconds.isNumber() || seconds.asDouble() < 0 || seconds.asDouble() > LONGEST_STOP) {
            return error(
                    400, "stopSeconds must be a number from 0 to " + LONGEST_STOP + ": how long a pod takes to end");
        }
        return inCluster(parts, api -> {
            api.podsStopWithin(Duration.ofMillis(Math.round(seconds.asDouble() * 1000)));
            return Response.json(200, Json.object().set("stopSeconds", seconds));
        });
    }

    private Response inCluster(Map<String, String> parts, Function<KubernetesApi, Response> action) {
        return eks.kubernetes(parts.get("name"))
                .map(action)
                .orElseGet(() ->
                        error(404, "There is no cluster " + parts.get("name") + "; there are " + eks.clusterNames()));
    }

    private Response failSlack(Request request, Map<String, String> parts) {
        var body = request.json();
        int status = body.path("status").asInt(0);
        int retryAfter = body.path("retryAfter").asInt(0);
        int times = body.path("times").asInt(1);
        if (!SLACK_STATUS.contains(status) || retryAfter < 0 || times < 0) {
            return error(400, "status must be one of 404, 429, 500; retryAfter (seconds) and times at least 0");
        }
        slack.fail(new SlackService.Failure(status, retryAfter, times));
        return Response.json(200, body);
    }

    private static Response error(int status, String message) {
        return Response.json(status, Json.object().put("error", message));
    }

    @Override
    public void close() {
        server.close();
    }
}
