package io.groundskeeper.tags.catalogue;

import io.burt.jmespath.JmesPathException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Reads one row of the catalogue strictly: a slip in the file must fail at start-up, not in some event. */
final class RowReader {

    private static final Set<String> FIELDS = Set.of(
            "eventSource", "eventName", "type", "ids", "arn", "arnTemplate", "requestTags", "cloudControlId", "basis");

    private final int number;
    private final JsonNode row;

    RowReader(int number, JsonNode row) {
        this.number = number;
        this.row = row;
    }

    CreationKind kind() {
        var unknown = new TreeSet<>(row.propertyNames());
        unknown.removeAll(FIELDS);
        if (!unknown.isEmpty()) {
            throw bad("unknown fields " + unknown);
        }
        var type = text(row, "type");
        if (!type.matches("[A-Za-z0-9]+::[A-Za-z0-9]+::[A-Za-z0-9]+")) {
            throw bad("type \"%s\" is none of CloudFormation".formatted(type));
        }
        return new CreationKind(
                text(row, "eventSource"),
                text(row, "eventName"),
                type,
                path(row, "ids"),
                row.hasNonNull("arn") ? Optional.of(path(row, "arn")) : Optional.empty(),
                template(),
                requestTags(row.path("requestTags")),
                row.hasNonNull("cloudControlId") ? Optional.of(cloudControlId()) : Optional.empty(),
                text(row, "basis"));
    }

    BadCatalogueException bad(String why) {
        return new BadCatalogueException("%s: %s".formatted(name(), why));
    }

    private ArnTemplate template() {
        var template = new ArnTemplate(text(row, "arnTemplate"));
        if (!template.isKnown()) {
            throw bad(
                    "arnTemplate must start with arn:{partition}: and have {id}, and may have {region} and {account}");
        }
        return template;
    }

    private String cloudControlId() {
        var template = text(row, "cloudControlId");
        if (!template.contains("{id}")) {
            throw bad("cloudControlId has no {id}");
        }
        return template;
    }

    private RequestTags requestTags(JsonNode tags) {
        var shape = text(tags, "shape");
        return switch (shape) {
            case "NONE" -> new RequestTags.None();
            case "MAP" -> new RequestTags.AsMap(path(tags, "path"));
            case "LIST" -> new RequestTags.AsList(path(tags, "path"));
            case "TSS" -> new RequestTags.Specifications(path(tags, "path"), text(tags, "resourceType"));
            default -> throw bad("requestTags.shape \"%s\" is none of NONE, MAP, LIST, TSS".formatted(shape));
        };
    }

    private RecordPath path(JsonNode parent, String field) {
        var text = text(parent, field);
        try {
            return RecordPath.compile(text);
        } catch (JmesPathException e) {
            throw new BadCatalogueException("%s: %s is no JMESPath: %s".formatted(name(), field, text), e);
        }
    }

    private String text(JsonNode parent, String field) {
        return parent.path(field)
                .stringValueOpt()
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> bad("\"%s\" must be there, as text".formatted(field)));
    }

    private String name() {
        return "catalogue.json, row %d (%s %s)"
                .formatted(
                        number,
                        row.path("eventSource").asString("?"),
                        row.path("eventName").asString("?"));
    }
}
