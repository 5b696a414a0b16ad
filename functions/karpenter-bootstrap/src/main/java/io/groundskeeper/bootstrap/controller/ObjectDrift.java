package io.groundskeeper.bootstrap.controller;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Compares what a release installed beside its Deployment with what is there, in the fields without which the controller
 * has no rights, no role or no peace.
 */
final class ObjectDrift {

    private static final List<String> FIELDS = List.of("rules", "roleRef", "subjects", "spec");
    private static final String ROLE = "eks.amazonaws.com/role-arn";

    private ObjectDrift() {}

    /**
     * The differences in words.
     *
     * @param known the kinds that were looked for
     */
    static List<String> of(Release release, List<JsonNode> live, String namespace, Predicate<String> known) {
        return release.objects().stream()
                .filter(object -> known.test(kind(object)))
                .flatMap(object -> of(object, live, namespace))
                .limit(5)
                .toList();
    }

    private static Stream<String> of(JsonNode wanted, List<JsonNode> live, String namespace) {
        Optional<JsonNode> found = live.stream()
                .filter(object -> kind(object).equals(kind(wanted))
                        && name(object).equals(name(wanted))
                        && namespace(object).equals(isOfCluster(wanted) ? "" : namespace(wanted, namespace)))
                .findFirst();
        var what = kind(wanted) + " " + name(wanted);
        if (found.isEmpty()) {
            return Stream.of(what + " was missing");
        }
        var differences = new ArrayList<String>();
        FIELDS.forEach(
                field -> Drift.compare(field, wanted.path(field), found.get().path(field), differences));
        var role = wanted.path("metadata").path("annotations").path(ROLE);
        Drift.compare(
                "annotation " + ROLE,
                role,
                found.get().path("metadata").path("annotations").path(ROLE),
                differences);
        return differences.stream().map(difference -> what + "'s " + difference);
    }

    private static boolean isOfCluster(JsonNode object) {
        return kind(object).startsWith("Cluster");
    }

    private static String kind(JsonNode object) {
        return object.path("kind").asString("");
    }

    private static String name(JsonNode object) {
        return object.path("metadata").path("name").asString("");
    }

    private static String namespace(JsonNode object) {
        return object.path("metadata").path("namespace").asString("");
    }

    private static String namespace(JsonNode object, String otherwise) {
        return object.path("metadata").path("namespace").asString(otherwise);
    }
}
