package io.groundskeeper.bootstrap.nodes;

import io.groundskeeper.core.json.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What of a wanted document is applied to an object that is there, field by field.
 *
 * <table>
 * <caption>The rules</caption>
 * <tr><th>the field is</th><th>then it is</th></tr>
 * <tr><td>as wanted</td><td>kept, whoever owns it</td></tr>
 * <tr><td>missing</td><td>set again</td></tr>
 * <tr><td>another, and nobody else's</td><td>set</td></tr>
 * <tr><td>another, and someone else's</td><td>left, given up and reported</td></tr>
 * <tr><td>ours and no longer wanted</td><td>given up</td></tr>
 * </table>
 *
 * @param document that is applied
 * @param differences what it changes, in words; nothing is applied when there are none
 * @param warnings what was left to others, in words
 */
record Settlement(ObjectNode document, List<String> differences, List<String> warnings) {

    private static final int LONGEST_VALUE = 160;

    Settlement {
        differences = List.copyOf(differences);
        warnings = List.copyOf(warnings);
    }

    static Settlement of(NodeKind kind, ObjectNode wanted, JsonNode live) {
        var owners = ManagedFields.of(live);
        var document = wanted.deepCopy();
        var differences = new ArrayList<String>();
        var warnings = new ArrayList<String>();
        FieldPath.of(wanted).forEach((field, value) -> {
            var there = field.in(live);
            if (there.isMissingNode()) {
                differences.add("%s was missing".formatted(field));
            } else if (!there.equals(value)) {
                owners.other(field)
                        .ifPresentOrElse(
                                owner -> {
                                    field.removeFrom(document);
                                    if (!alike(there, value)) {
                                        warnings.add(left(kind, field, there, value, owner));
                                    }
                                },
                                () -> differences.add("%s was %s".formatted(field, shown(there))));
            }
        });
        var applied = FieldPath.of(document).keySet();
        owners.ours().stream()
                .flatMap(us -> us.fields().stream())
                .filter(field -> applied.stream().noneMatch(field::isAtOrBelow))
                .sorted()
                .map(field -> givenUp(field, live, owners))
                .forEach(differences::add);
        return new Settlement(document, differences, warnings);
    }

    private static String left(
            NodeKind kind, FieldPath field, JsonNode there, JsonNode wanted, ManagedFields.Owner owner) {
        return "%s: %s is %s by %s and was left; wanted is %s"
                .formatted(kind.shown(), field, shown(there), owner.shown(), shown(wanted));
    }

    private static String givenUp(FieldPath field, JsonNode live, ManagedFields owners) {
        return owners.other(field)
                .map(owner -> "%s is left to %s".formatted(field, owner.manager()))
                .orElseGet(() -> "%s is no longer wanted, was %s".formatted(field, shown(field.in(live))));
    }

    // A quantity may be written as a number or as text.
    private static boolean alike(JsonNode one, JsonNode other) {
        return one.isValueNode() && other.isValueNode() && one.asString().equals(other.asString());
    }

    private static String shown(JsonNode value) {
        var text = Json.write(value);
        return text.length() <= LONGEST_VALUE ? text : text.substring(0, LONGEST_VALUE) + "...";
    }
}
