package io.groundskeeper.local.kubernetes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A field selector, for the fields by which an API server selects: names everywhere, a few more for some kinds. */
final class FieldSelector implements Predicate<ObjectNode> {
    private static final Pattern REQUIREMENT = Pattern.compile("([^=!]+)(==|=|!=)(.*)");
    private static final Set<String> EVERYWHERE = Set.of("metadata.name", "metadata.namespace");
    private static final Set<String> EVENT_FIELDS = Set.of(
            "involvedObject.kind",
            "involvedObject.namespace",
            "involvedObject.name",
            "involvedObject.uid",
            "involvedObject.apiVersion",
            "reason",
            "type",
            "reportingComponent",
            "source");
    private static final Map<String, Set<String>> BY_KIND = Map.of(
            "pods", Set.of("spec.nodeName", "status.phase", "spec.schedulerName", "spec.serviceAccountName"),
            "nodes", Set.of("spec.unschedulable"),
            "namespaces", Set.of("status.phase"),
            "secrets", Set.of("type"),
            "events", EVENT_FIELDS);

    private final List<Predicate<ObjectNode>> requirements;

    private FieldSelector(List<Predicate<ObjectNode>> requirements) {
        this.requirements = requirements;
    }

    static FieldSelector parse(ResourceType type, String text) {
        List<Predicate<ObjectNode>> requirements = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            if (!part.isBlank()) {
                requirements.add(requirement(type, part.strip()));
            }
        }
        return new FieldSelector(requirements);
    }

    @Override
    public boolean test(ObjectNode object) {
        return requirements.stream().allMatch(requirement -> requirement.test(object));
    }

    private static Predicate<ObjectNode> requirement(ResourceType type, String part) {
        Matcher matcher = REQUIREMENT.matcher(part);
        if (!matcher.matches()) {
            throw ApiError.badRequest("invalid selector: '" + part + "'; can't understand '" + part + "'");
        }
        String field = stored(type, matcher.group(1).strip());
        if (!EVERYWHERE.contains(field)
                && !BY_KIND.getOrDefault(type.storedAs(), Set.of()).contains(field)) {
            throw ApiError.badRequest("field label not supported: " + matcher.group(1));
        }
        String value = matcher.group(3).strip();
        boolean wanted = !matcher.group(2).equals("!=");
        String[] steps = field.split("\\.", -1);
        return object -> read(object, field, steps).equals(value) == wanted;
    }

    /** Events are kept in their core form, so a selector of the newer form is put into the older words. */
    private static String stored(ResourceType type, String field) {
        if (!type.isNewEvents()) {
            return field;
        }
        return field.equals("reportingController")
                ? "reportingComponent"
                : field.replaceFirst("^regarding\\.", "involvedObject.");
    }

    private static String read(ObjectNode object, String field, String[] steps) {
        JsonNode value = object;
        for (String step : steps) {
            value = value.path(step);
        }
        if (field.equals("spec.unschedulable") && value.isMissingNode()) {
            return "false";
        }
        return value.asString("");
    }
}
