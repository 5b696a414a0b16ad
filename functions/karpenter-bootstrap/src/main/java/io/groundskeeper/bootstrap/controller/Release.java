package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.bootstrap.version.KarpenterVersion;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The newest revision of a Helm release.
 *
 * @param secret the name of the Secret that holds it
 * @param older how many older revisions there are
 * @param status Helm's word, for example {@code deployed} or {@code pending-upgrade}
 * @param chartVersion as in the chart
 * @param values those that were given
 * @param since when it was begun
 * @param objects what it installed
 */
public record Release(
        String name,
        String secret,
        int older,
        String status,
        String chartVersion,
        JsonNode values,
        Instant since,
        List<JsonNode> objects) {

    public Release {
        objects = List.copyOf(objects);
    }

    /** Whether we installed it. */
    public boolean isOurs() {
        return ControllerValues.areOurs(values);
    }

    boolean isPending() {
        return status.startsWith("pending-") || status.equals("uninstalling");
    }

    Optional<KarpenterVersion> version() {
        return KarpenterVersion.find(chartVersion);
    }

    /** The kinds of what it installed, each once. */
    List<String> kinds() {
        return objects.stream()
                .map(object -> object.path("kind").asString(""))
                .distinct()
                .sorted()
                .toList();
    }

    /** The names of what it installed of a kind. */
    List<String> names(String kind) {
        return objects.stream()
                .filter(object -> object.path("kind").asString("").equals(kind))
                .map(object -> object.path("metadata").path("name").asString(""))
                .toList();
    }

    /** The Deployment of this name that it installed. */
    Optional<JsonNode> deployment(String deployment) {
        return objects.stream()
                .filter(object -> object.path("kind").asString("").equals("Deployment")
                        && object.path("metadata").path("name").asString("").equals(deployment))
                .findFirst();
    }
}
