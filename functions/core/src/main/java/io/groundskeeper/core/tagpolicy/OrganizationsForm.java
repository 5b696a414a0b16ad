package io.groundskeeper.core.tagpolicy;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.json.MalformedJsonException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Reads the tag policy document of AWS Organizations, as it is written ({@code {"@@assign": ...}}) or as an account's
 * effective policy shows it (the values themselves).
 */
final class OrganizationsForm {

    static final String ALLOWED = "a tag policy of AWS Organizations, such as "
            + "{\"tags\":{\"costcenter\":{\"tag_key\":{\"@@assign\":\"CostCenter\"},"
            + "\"tag_value\":{\"@@assign\":[\"100\",\"3*\"]},"
            + "\"report_required_tag_for\":{\"@@assign\":[\"ec2:ALL_SUPPORTED\"]}}}}";

    private static final String ASSIGN = "@@assign";
    private static final String FOR_CHILDREN = "@@operators_allowed_for_child_policies";
    private static final Set<String> FIELDS =
            Set.of("tag_key", "tag_value", "enforced_for", "report_required_tag_for", FOR_CHILDREN);

    private OrganizationsForm() {}

    static List<TagRule> read(String text) throws UnreadableException {
        var tags = document(text).path("tags");
        if (!tags.isObject()) {
            throw new UnreadableException("it has no object \"tags\"");
        }
        var rules = new ArrayList<TagRule>();
        var keys = new HashSet<String>();
        for (var entry : tags.properties()) {
            if (entry.getKey().equals(FOR_CHILDREN)) {
                continue;
            }
            if (!keys.add(entry.getKey().toLowerCase(Locale.ROOT))) {
                throw new UnreadableException("the policy key \"%s\" is there twice".formatted(entry.getKey()));
            }
            rules.add(rule(entry));
        }
        if (rules.isEmpty()) {
            throw new UnreadableException("it has no key in \"tags\"");
        }
        return rules;
    }

    private static JsonNode document(String text) throws UnreadableException {
        try {
            return Json.read(text);
        } catch (MalformedJsonException e) {
            throw new UnreadableException(e.getMessage());
        }
    }

    private static TagRule rule(Map.Entry<String, JsonNode> entry) throws UnreadableException {
        var policyKey = entry.getKey();
        var json = entry.getValue();
        if (!json.isObject()) {
            throw new UnreadableException("\"%s\" is no object".formatted(policyKey));
        }
        for (var field : json.propertyNames()) {
            if (!FIELDS.contains(field)) {
                throw new UnreadableException(
                        "\"%s\" has \"%s\", which is none of tag_key, tag_value, enforced_for and report_required_tag_for"
                                .formatted(policyKey, field));
            }
        }
        // What is enforced is refused by AWS itself; here it is only read so that a mistake in it shows.
        types(policyKey, json, "enforced_for");
        return new TagRule(
                key(policyKey, json), values(policyKey, json), types(policyKey, json, "report_required_tag_for"), true);
    }

    private static String key(String policyKey, JsonNode json) throws UnreadableException {
        var written = assigned(policyKey, json, "tag_key");
        if (written.isMissingNode()) {
            return ShortForm.checkedKey(policyKey.toLowerCase(Locale.ROOT));
        }
        var key = written.stringValueOpt().orElse("");
        if (!key.equalsIgnoreCase(policyKey)) {
            throw new UnreadableException(
                    "the tag_key of \"%s\" is %s; it must be the policy key itself, in the case that tags must have"
                            .formatted(policyKey, written));
        }
        return ShortForm.checkedKey(key);
    }

    private static AllowedValues values(String policyKey, JsonNode json) throws UnreadableException {
        var written = assigned(policyKey, json, "tag_value");
        if (written.isMissingNode()) {
            return new AllowedValues.Any();
        }
        var values = texts(policyKey, "tag_value", written);
        for (var value : values) {
            if (value.chars().filter(c -> c == '*').count() > 1) {
                throw new UnreadableException(
                        "the value \"%s\" of \"%s\" has more than one *".formatted(value, policyKey));
            }
        }
        return values.contains("*") ? new AllowedValues.Any() : new AllowedValues.Like(values);
    }

    private static Set<TypePattern> types(String policyKey, JsonNode json, String field) throws UnreadableException {
        var written = assigned(policyKey, json, field);
        var types = new LinkedHashSet<TypePattern>();
        if (!written.isMissingNode()) {
            for (var text : texts(policyKey, field, written)) {
                types.add(TypePattern.read(text));
            }
        }
        return types;
    }

    private static List<String> texts(String policyKey, String field, JsonNode written) throws UnreadableException {
        var nodes = written.isArray() ? written.valueStream().toList() : List.of(written);
        var texts =
                nodes.stream().flatMap(node -> node.stringValueOpt().stream()).toList();
        if (texts.isEmpty() || texts.size() != nodes.size()) {
            throw new UnreadableException(
                    "the %s of \"%s\" must be a list of texts with at least one; leave it out for none"
                            .formatted(field, policyKey));
        }
        return texts;
    }

    /** A field's value: itself, or what {@code @@assign} gives it. */
    private static JsonNode assigned(String policyKey, JsonNode json, String field) throws UnreadableException {
        var value = json.path(field);
        if (!value.isObject()) {
            return value;
        }
        for (var operator : value.propertyNames()) {
            if (!operator.equals(ASSIGN) && !operator.equals(FOR_CHILDREN)) {
                throw new UnreadableException(
                        ("the %s of \"%s\" has \"%s\", which means something only together with the policies above it:"
                                        + " use @@assign, or the account's effective policy"
                                        + " (aws organizations describe-effective-policy --policy-type TAG_POLICY)")
                                .formatted(field, policyKey, operator));
            }
        }
        return value.path(ASSIGN);
    }
}
