package io.groundskeeper.local.kubernetes;

import io.groundskeeper.local.fields.ApplyConflict;
import io.groundskeeper.local.fields.BuiltinShape;
import io.groundskeeper.local.fields.FieldManagement;
import io.groundskeeper.local.fields.SchemaShape;
import io.groundskeeper.local.fields.Shape;
import java.time.Clock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** Who owns which field of an object, kept at each write. */
final class FieldOwners {
    private static final String FIELD = "managedFields";

    private final Schemas schemas;
    private final Clock clock;

    FieldOwners(Schemas schemas, Clock clock) {
        this.schemas = schemas;
        this.clock = clock;
    }

    static void copy(JsonNode from, ObjectNode to) {
        Metadata.in(to).node().remove(FIELD);
        if (Metadata.of(from).node().hasNonNull(FIELD)) {
            Metadata.in(to).node().set(FIELD, Metadata.of(from).node().get(FIELD));
        }
    }

    void created(ResourceType type, ObjectNode object, Write write) {
        Metadata.in(object).node().remove(FIELD);
        management(type, Registry.Part.MAIN, write).update(MissingNode.getInstance(), object);
    }

    /** What a client sends counts as the owners to start from; an empty list makes a fresh start. */
    void updated(ResourceType type, ObjectNode before, ObjectNode after, Registry.Part part, Write write) {
        ObjectNode metadata = Metadata.in(after).node();
        JsonNode known = Metadata.of(before).node().path(FIELD);
        if (!metadata.hasNonNull(FIELD) && !known.isMissingNode()) {
            metadata.set(FIELD, known.deepCopy());
        }
        management(type, part, write).update(before, after);
    }

    /** Lays a configuration over the live object, which is missing when there is none. */
    ObjectNode applied(ResourceType type, JsonNode live, ObjectNode configuration, Registry.Part part, Write write) {
        if (Metadata.of(configuration).node().hasNonNull(FIELD)) {
            throw ApiError.badRequest("metadata.managedFields must be nil");
        }
        try {
            return management(type, part, write).apply(live, configuration, write.force());
        } catch (ApplyConflict e) {
            throw ApiError.applyConflict(e);
        }
    }

    private FieldManagement management(ResourceType type, Registry.Part part, Write write) {
        Shape shape = type.custom() ? SchemaShape.root(schemas.of(type)) : BuiltinShape.root();
        return new FieldManagement(
                shape,
                write.manager(),
                type.apiVersion(),
                part == Registry.Part.STATUS ? "status" : "",
                type.statusSubresource(),
                Metadata.timestamp(clock.instant()));
    }
}
