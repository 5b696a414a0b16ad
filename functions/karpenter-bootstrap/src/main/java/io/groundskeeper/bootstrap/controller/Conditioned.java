package io.groundskeeper.bootstrap.controller;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * An object whose status has conditions.
 *
 * @param object as the API server gives it
 */
public record Conditioned(JsonNode object) {

    /** One of its conditions, as its controller worded it. */
    public record Condition(String type, String status, String reason, String message) {

        boolean isTrue() {
            return status.equals("True");
        }
    }

    /** Its kind and name. */
    public String described() {
        return "%s %s"
                .formatted(
                        object.path("kind").asString(""),
                        object.path("metadata").path("name").asString(""));
    }

    /** The name of the EC2NodeClass that a NodePool refers to. */
    public Optional<String> nodeClass() {
        return Optional.of(object.at("/spec/template/spec/nodeClassRef/name").asString(""))
                .filter(name -> !name.isEmpty());
    }

    /** Whether it is ready as it is now, and not as it was before its last change. */
    public boolean isReady() {
        return conditions().stream().anyMatch(condition -> condition.type().equals("Ready") && condition.isTrue());
    }

    /** What keeps it from being ready: those that are false before those not known yet, and the sum of all last. */
    public List<Condition> obstacles() {
        var all = conditions().stream().filter(condition -> !condition.isTrue()).toList();
        var parts = all.stream()
                .filter(condition -> !condition.type().equals("Ready"))
                .toList();
        var broken = parts.stream()
                .filter(condition -> condition.status().equals("False"))
                .toList();
        return !broken.isEmpty() ? broken : parts.isEmpty() ? all : parts;
    }

    // One that its controller set for an older generation says nothing about this one.
    private List<Condition> conditions() {
        long generation = object.path("metadata").path("generation").asLong(0);
        return object.path("status")
                .path("conditions")
                .valueStream()
                .map(condition -> condition.path("observedGeneration").asLong(generation) < generation
                        ? new Condition(
                                condition.path("type").asString(""),
                                "Unknown",
                                "NotLookedAtYet",
                                "its controller has not seen the last change")
                        : new Condition(
                                condition.path("type").asString(""),
                                condition.path("status").asString(""),
                                condition.path("reason").asString(""),
                                condition.path("message").asString("")))
                .toList();
    }
}
