package io.groundskeeper.local.eks;

import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** A cluster or a part of it: what Describe shows, and what becomes of it when time passes. Guarded by Clusters. */
final class EksResource {
    private final String arn;
    private final ObjectNode body;
    private Instant settles = Instant.MAX;
    private String settled = "";
    private boolean gone;

    EksResource(String arn, ObjectNode body) {
        this.arn = arn;
        this.body = body;
    }

    String arn() {
        return arn;
    }

    /** What Describe shows; changes to it are changes of the resource. */
    ObjectNode body() {
        return body;
    }

    Map<String, String> tags() {
        return body.path("tags").properties().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, tag -> tag.getValue().asString("")));
    }

    String status() {
        return body.path("status").asString("");
    }

    /** Has a status now and another one later. */
    void pass(String now, String later, Instant at) {
        body.put("status", now);
        settled = later;
        settles = at;
    }

    /** Is on its way out and gone at this time. */
    void leave(Instant at) {
        pass("DELETING", "", at);
    }

    /** Becomes what its time has come for; says whether it changed. */
    boolean settle(Instant now) {
        if (now.isBefore(settles)) {
            return false;
        }
        settles = Instant.MAX;
        if (settled.isEmpty()) {
            gone = true;
        } else {
            body.put("status", settled);
        }
        return true;
    }

    boolean gone() {
        return gone;
    }
}
