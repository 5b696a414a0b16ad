package io.groundskeeper.tags.catalogue;

import io.burt.jmespath.JmesPathException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Reads one row of the catalogue strictly: a slip in the file must fail at start-up, not in some event. */
final class RowReader {

    private static final Set<String> FIELDS = Set.of(
            "eventSource",
            "eventName",
            "type",
            "when",
            "updateWhen",
            "ids",
            "arn",
            "parent",
            "arnTemplate",
            "requestTags",
            "cloudControlId",
            "taggableAfter",
            "mayBeUpdate",
            "basis");
    private static final Set<String> FIELDS_OF_OTHERS = Set.of("eventSource", "eventName", "notTaggable");

    private final int number;
    private final JsonNode row;

    RowReader(int number, JsonNode row) {
        this.number = number;
        this.row = row;
    }

    Catalogue.Key key() {
        return new Catalogue.Key(text(row, "eventSource"), text(row, "eventName"));
    }

    /** Why the event creates nothing that has tags; empty when it does. */
    Optional<String> notTaggable() {
        if (!row.has("notTaggable")) {
            return Optional.empty();
        }
        requireOnly(FIELDS_OF_OTHERS);
        return Optional.of(text(row, "notTaggable"));
    }

    CreationKind kind() {
        requireOnly(FIELDS);
        var type = text(row, "type");
        if (!type.matches("[A-Za-z0-9]+::[A-Za-z0-9]+::[A-Za-z0-9]+")) {
            throw bad("type \"%s\" is none of CloudFormation".formatted(type));
        }
        return new CreationKind(
                text(row, "eventSource"),
                text(row, "eventName"),
                type,
                optionalPath("when"),
                optionalPath("updateWhen"),
                path(row, "ids"),
                optionalPath("arn"),
                optionalPath("parent"),
                template(),
                requestTags(row.path("requestTags")),
                row.hasNonNull("cloudControlId") ? Optional.of(cloudControlId()) : Optional.empty(),
                row.hasNonNull("taggableAfter") ? Optional.of(text(row, "taggableAfter")) : Optional.empty(),
                row.path("mayBeUpdate").asBoolean(false),
                text(row, "basis"));
    }

    BadCatalogueException bad(String why) {
        return new BadCatalogueException("%s: %s".formatted(name(), why));
    }

    private ArnTemplate template() {
        var template = new ArnTemplate(text(row, "arnTemplate"));
        if (!template.isKnown()) {
            throw bad(
                    "arnTemplate must start with arn:{partition}: and have {id} or {parent}, and may have {region} and {account}");
        }
        if (template.needsParent() && !row.hasNonNull("parent")) {
            throw bad("arnTemplate has {parent}, and the row says of none where it is");
        }
        return template;
    }

    private IdTemplate cloudControlId() {
        var template = new IdTemplate(text(row, "cloudControlId"));
        if (!template.isKnown()) {
            throw bad("cloudControlId has no {id}, {arn} or {parent}, or another placeholder");
        }
        if (template.text().contains("{parent}") && !row.hasNonNull("parent")) {
            throw bad("cloudControlId has {parent}, and the row says of none where it is");
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

    private void requireOnly(Set<String> fields) {
        var unknown = new TreeSet<>(row.propertyNames());
        unknown.removeAll(fields);
        if (!unknown.isEmpty()) {
            throw bad("unknown fields " + unknown);
        }
    }

    private Optional<RecordPath> optionalPath(String field) {
        return row.hasNonNull(field) ? Optional.of(path(row, field)) : Optional.empty();
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
