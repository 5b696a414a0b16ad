package io.groundskeeper.bootstrap.controller;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A pod of a cluster.
 *
 * @param object as the API server gives it
 */
public record Pod(JsonNode object) {

    private static final List<String> CREDENTIALS =
            List.of("AWS_CONTAINER_CREDENTIALS_FULL_URI", "AWS_WEB_IDENTITY_TOKEN_FILE");

    /** Its name. */
    public String name() {
        return object.path("metadata").path("name").asString("");
    }

    /** When it was created, which is when it was given credentials or not. */
    public Instant created() {
        var text = object.path("metadata").path("creationTimestamp").asString("");
        return text.isEmpty() ? Instant.EPOCH : Instant.parse(text);
    }

    /** Whether EKS told it where its role's credentials are. */
    public boolean hasCredentials() {
        return containers("/spec/containers")
                .flatMap(container -> container.path("env").valueStream())
                .anyMatch(variable -> CREDENTIALS.contains(variable.path("name").asString("")));
    }

    /** Whether its container ended, or could not become ready, since it was started. */
    public boolean hasFailed() {
        return containers("/status/containerStatuses")
                .anyMatch(status -> status.path("restartCount").asInt(0) > 0
                        || status.path("lastState").has("terminated")
                        || status.path("state").has("terminated"));
    }

    /** What keeps it from being ready, in words; empty when nothing shows. */
    public Optional<String> trouble() {
        var unscheduled = object.path("status")
                .path("conditions")
                .valueStream()
                .filter(condition -> condition.path("type").asString("").equals("PodScheduled")
                        && condition.path("status").asString("").equals("False"))
                .map(condition -> "pod %s cannot be scheduled: %s"
                        .formatted(name(), condition.path("message").asString("")));
        return Stream.concat(
                        unscheduled, containers("/status/containerStatuses").flatMap(this::waiting))
                .findFirst();
    }

    private Stream<String> waiting(JsonNode status) {
        var last = status.at("/lastState/terminated");
        var waiting = status.at("/state/waiting");
        var reason = waiting.path("reason").asString("");
        if (reason.isEmpty() || reason.equals("ContainerCreating") || reason.equals("PodInitializing")) {
            return last.isMissingNode() ? Stream.empty() : Stream.of("pod %s ended%s".formatted(name(), ended(last)));
        }
        return Stream.of("pod %s is in %s: %s%s"
                .formatted(
                        name(),
                        reason,
                        waiting.path("message").asString(""),
                        last.isMissingNode() ? "" : "; it ended" + ended(last)));
    }

    private static String ended(JsonNode terminated) {
        return " with exit code %d %s"
                .formatted(
                        terminated.path("exitCode").asInt(0),
                        terminated
                                .path("message")
                                .asString(terminated.path("reason").asString("")))
                .stripTrailing();
    }

    private Stream<JsonNode> containers(String where) {
        return object.at(where).valueStream();
    }
}
