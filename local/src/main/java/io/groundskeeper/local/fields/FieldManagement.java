package io.groundskeeper.local.fields;

import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keeps metadata.managedFields as Kubernetes does, for one writer of one kind of object.
 *
 * @param shape how the kind is merged
 * @param manager the writer's name
 * @param apiVersion the version in which it writes
 * @param subresource {@code status} when it writes that; otherwise empty
 * @param statusApart whether status is a subresource, so that other writes leave it alone
 * @param now the time for what changes, as metadata has it
 */
public record FieldManagement(
        Shape shape, String manager, String apiVersion, String subresource, boolean statusApart, String now) {
    private static final String BEFORE_FIRST_APPLY = "before-first-apply";
    private static final String STATUS = "f:status";
    private static final String METADATA = "f:metadata";
    private static final Set<String> NOBODYS = Set.of(
            "f:name",
            "f:namespace",
            "f:uid",
            "f:resourceVersion",
            "f:creationTimestamp",
            "f:deletionTimestamp",
            "f:deletionGracePeriodSeconds",
            "f:generation",
            "f:managedFields",
            "f:selfLink");

    /**
     * Records a write that is no apply.
     *
     * @param before the object as it was, missing when it is created
     * @param after the object as it will be; its managedFields are those to start from, and are replaced
     */
    public void update(JsonNode before, ObjectNode after) {
        Comparison comparison = new Comparison(before.isMissingNode() ? after.objectNode() : before, after, shape);
        Owners owners = Owners.of(after);
        FieldSet set = comparison.set().only(this::covers);
        Manager writer = Manager.updating(manager, apiVersion, subresource);
        owners.takeFromOthers(writer, set.plus(comparison.removed().only(this::covers)));
        FieldSet own = owners.fields(writer).minus(comparison.removed()).plus(set);
        owners.set(writer, own, apiVersion, now);
        owners.writeTo(after);
    }

    /**
     * Lays a configuration over an object.
     *
     * @param live the object, missing when there is none
     * @param force whether to take fields from their owners
     * @return what becomes of the object
     * @throws ApplyConflict when others own a field that would change, and force is not given
     */
    public ObjectNode apply(JsonNode live, ObjectNode configuration, boolean force) {
        JsonNode start = live.isMissingNode() ? configuration.objectNode() : live;
        Owners owners = owners(live);
        Manager writer = Manager.applying(manager, subresource);
        FieldSet given = owners.fields(writer);
        ObjectNode relevant = relevant(configuration);
        FieldSet wanted = FieldSet.of(relevant, shape).only(this::covers);
        owners.set(writer, wanted, apiVersion, now);
        ObjectNode merged = (ObjectNode) Merge.merge(start, relevant, shape);
        FieldSet owned = owners.all();
        ObjectNode next = new Removal(given.minus(owned), owned).from(merged, shape);
        Comparison comparison = new Comparison(start, next, shape);
        takeOver(owners, writer, comparison.set(), force);
        owners.takeFromOthers(writer, comparison.removed());
        owners.writeTo(next);
        return next;
    }

    /** A status is written apart from the rest, and the rest without it. */
    private ObjectNode relevant(ObjectNode configuration) {
        ObjectNode relevant = configuration.deepCopy();
        if (!subresource.isEmpty()) {
            relevant.retain("apiVersion", "kind", "status");
        } else if (statusApart) {
            relevant.remove("status");
        }
        return relevant;
    }

    private static void takeOver(Owners owners, Manager writer, FieldSet changed, boolean force) {
        TreeMap<Manager, FieldSet> conflicts = new TreeMap<>();
        for (Manager other : owners.managers()) {
            FieldSet disputed = owners.fields(other).and(changed);
            if (!other.equals(writer) && !disputed.isEmpty()) {
                conflicts.put(other, disputed);
            }
        }
        if (!force && !conflicts.isEmpty()) {
            throw new ApplyConflict(conflicts);
        }
        owners.takeFromOthers(writer, changed);
    }

    /** Whoever wrote an object before anyone kept account of it owns all of it. */
    private Owners owners(JsonNode live) {
        Owners owners = Owners.of(live);
        if (owners.isEmpty() && !live.isMissingNode()) {
            FieldSet all = new Comparison(((ObjectNode) live).objectNode(), live, shape).set();
            owners.set(
                    Manager.updating(BEFORE_FIRST_APPLY, apiVersion, ""),
                    all.only(path ->
                            isSomebodys(path) && !path.steps().getFirst().equals(STATUS)),
                    apiVersion,
                    now);
        }
        return owners;
    }

    private boolean covers(FieldPath path) {
        boolean status = path.steps().getFirst().equals(STATUS);
        if (!subresource.isEmpty()) {
            return status;
        }
        return isSomebodys(path) && !(status && statusApart);
    }

    private static boolean isSomebodys(FieldPath path) {
        String first = path.steps().getFirst();
        if (first.equals(METADATA)) {
            return path.steps().size() > 1 && !NOBODYS.contains(path.steps().get(1));
        }
        return !first.equals("f:apiVersion") && !first.equals("f:kind");
    }

    /** No object. */
    public static JsonNode nothing() {
        return MissingNode.getInstance();
    }
}
