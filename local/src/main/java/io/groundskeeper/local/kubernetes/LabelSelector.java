package io.groundskeeper.local.kubernetes;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A label selector in the form of the query parameter: {@code a=b,c!=d,e in (f,g),h notin (i),j,!k}. */
final class LabelSelector implements Predicate<ObjectNode> {
    private static final String KEY = "([A-Za-z0-9][-A-Za-z0-9_./]*)";
    private static final Pattern SET = Pattern.compile(KEY + "\\s+(in|notin)\\s*\\(([^()]*)\\)");
    private static final Pattern EQUALITY = Pattern.compile(KEY + "\\s*(==|=|!=)\\s*([-A-Za-z0-9_.]*)");
    private static final Pattern EXISTENCE = Pattern.compile("(!?)\\s*" + KEY);
    private static final Pattern COMMA_OUTSIDE_PARENTHESES = Pattern.compile(",(?![^(]*\\))");

    private final List<Predicate<JsonNode>> requirements;

    private LabelSelector(List<Predicate<JsonNode>> requirements) {
        this.requirements = requirements;
    }

    static LabelSelector parse(String text) {
        List<Predicate<JsonNode>> requirements = new ArrayList<>();
        for (String part : COMMA_OUTSIDE_PARENTHESES.split(text, -1)) {
            if (!part.isBlank()) {
                requirements.add(requirement(part.strip()));
            }
        }
        return new LabelSelector(requirements);
    }

    /** A selector as objects have it: none selects nothing, an empty one everything. */
    static Predicate<ObjectNode> of(JsonNode selector) {
        if (!selector.isObject()) {
            return any -> false;
        }
        List<Predicate<JsonNode>> requirements = new ArrayList<>();
        selector.path("matchLabels")
                .properties()
                .forEach(label -> requirements.add(
                        oneOf(label.getKey(), Set.of(label.getValue().asString("")), true)));
        selector.path("matchExpressions").forEach(expression -> requirements.add(expression(expression)));
        return new LabelSelector(requirements);
    }

    /** A selector of objects in the form of the query parameter. */
    static String text(JsonNode selector) {
        Stream<String> labels = selector.path("matchLabels").properties().stream()
                .map(label -> label.getKey() + "=" + label.getValue().asString(""));
        return Stream.concat(
                        labels, selector.path("matchExpressions").valueStream().map(LabelSelector::expressionText))
                .collect(Collectors.joining(","));
    }

    private static String expressionText(JsonNode expression) {
        String key = expression.path("key").asString("");
        String values = expression
                .path("values")
                .valueStream()
                .map(value -> value.asString(""))
                .collect(Collectors.joining(",", " (", ")"));
        return switch (expression.path("operator").asString("")) {
            case "In" -> key + " in" + values;
            case "NotIn" -> key + " notin" + values;
            case "DoesNotExist" -> "!" + key;
            default -> key;
        };
    }

    private static Predicate<JsonNode> expression(JsonNode expression) {
        String key = expression.path("key").asString("");
        Set<String> values = expression
                .path("values")
                .valueStream()
                .map(value -> value.asString(""))
                .collect(Collectors.toSet());
        return switch (expression.path("operator").asString("")) {
            case "In" -> oneOf(key, values, true);
            case "NotIn" -> oneOf(key, values, false);
            case "Exists" -> labels -> labels.has(key);
            case "DoesNotExist" -> labels -> !labels.has(key);
            // As Kubernetes has it, what cannot be understood selects nothing.
            default -> labels -> false;
        };
    }

    @Override
    public boolean test(ObjectNode object) {
        JsonNode labels = Metadata.of(object).labels();
        return requirements.stream().allMatch(requirement -> requirement.test(labels));
    }

    private static Predicate<JsonNode> requirement(String part) {
        Matcher set = SET.matcher(part);
        if (set.matches()) {
            Set<String> values =
                    Stream.of(set.group(3).split(",", -1)).map(String::strip).collect(Collectors.toSet());
            return oneOf(set.group(1), values, set.group(2).equals("in"));
        }
        Matcher equality = EQUALITY.matcher(part);
        if (equality.matches()) {
            boolean wanted = !equality.group(2).equals("!=");
            return oneOf(equality.group(1), Set.of(equality.group(3)), wanted);
        }
        Matcher existence = EXISTENCE.matcher(part);
        if (existence.matches()) {
            boolean wanted = existence.group(1).isEmpty();
            return labels -> labels.has(existence.group(2)) == wanted;
        }
        throw ApiError.badRequest("unable to parse requirement: found '" + part
                + "', expected: a label key with '=', '==', '!=', 'in (...)', 'notin (...)', or alone");
    }

    /** As Kubernetes has it, an object without the label also satisfies {@code !=} and {@code notin}. */
    private static Predicate<JsonNode> oneOf(String key, Set<String> values, boolean wanted) {
        return labels -> (labels.has(key) && values.contains(labels.path(key).asString(""))) == wanted;
    }
}
