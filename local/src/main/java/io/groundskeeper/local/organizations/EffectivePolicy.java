package io.groundskeeper.local.organizations;

import io.groundskeeper.local.http.Json;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Tag policies in one: what a lower one assigns replaces, what it appends or removes changes what is above it. */
final class EffectivePolicy {

    private EffectivePolicy() {}

    /** @param documents from the root down to the account */
    static ObjectNode of(List<JsonNode> documents) {
        var effective = Json.object();
        var tags = effective.putObject("tags");
        for (JsonNode document : documents) {
            document.path("tags").properties().stream()
                    .filter(entry -> !entry.getKey().startsWith("@@"))
                    .forEach(entry ->
                            merge(tags.withObjectProperty(entry.getKey().toLowerCase(Locale.ROOT)), entry.getValue()));
        }
        return effective;
    }

    private static void merge(ObjectNode above, JsonNode below) {
        below.properties().stream()
                .filter(entry -> !entry.getKey().startsWith("@@"))
                .forEach(entry -> change(above, entry.getKey(), entry.getValue()));
    }

    private static void change(ObjectNode above, String field, JsonNode operators) {
        if (operators.has("@@assign")) {
            above.set(field, operators.get("@@assign"));
        }
        if (operators.has("@@append") || operators.has("@@remove")) {
            var values = new LinkedHashSet<JsonNode>();
            above.path(field).forEach(values::add);
            operators.path("@@append").forEach(values::add);
            operators.path("@@remove").forEach(values::remove);
            above.set(field, Json.array().addAll(values));
        }
    }
}
