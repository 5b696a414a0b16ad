package io.groundskeeper.bootstrap.nodes;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * Who owns which fields of an object, by its metadata.managedFields. Format: the FieldsV1 of Kubernetes, in which
 * {@code f:} comes before the name of a field and {@code k:}, {@code v:} and {@code i:} before an element of a list.
 */
record ManagedFields(List<Owner> owners) {

    /**
     * One owner.
     *
     * @param manager its name, for example {@code kubectl-edit}
     * @param applies whether it owns by server-side apply
     * @param subresource through which it wrote, for example {@code status}; empty for the object itself
     * @param since when it last changed which fields it owns, as the API server writes it
     */
    record Owner(String manager, boolean applies, String subresource, String since, Set<FieldPath> fields) {

        Owner {
            fields = Set.copyOf(fields);
        }

        boolean isUs() {
            return applies && subresource.isEmpty() && manager.equals(NodeObjects.FIELD_MANAGER);
        }

        boolean owns(FieldPath field) {
            return fields.stream().anyMatch(own -> own.isAtOrBelow(field));
        }

        /** Whether it owns a value that is replaced whole and holds the field. */
        private boolean ownsAround(FieldPath field) {
            return fields.stream().anyMatch(field::isAtOrBelow);
        }

        String shown() {
            return since.isEmpty() ? manager : "%s since %s".formatted(manager, since);
        }
    }

    ManagedFields {
        owners = List.copyOf(owners);
    }

    static ManagedFields of(JsonNode object) {
        return new ManagedFields(object.path("metadata")
                .path("managedFields")
                .valueStream()
                .map(ManagedFields::owner)
                .toList());
    }

    /** What we own; none where we never applied. */
    Optional<Owner> ours() {
        return owners.stream().filter(Owner::isUs).findFirst();
    }

    /** Who else owns a field: the one that came last. */
    Optional<Owner> other(FieldPath field) {
        var exactly = last(owner -> owner.owns(field));
        if (exactly.isPresent() || ours().filter(us -> us.owns(field)).isPresent()) {
            return exactly;
        }
        return last(owner -> owner.ownsAround(field));
    }

    private Optional<Owner> last(Predicate<Owner> which) {
        return owners.stream().filter(owner -> !owner.isUs()).filter(which).max(Comparator.comparing(Owner::since));
    }

    /** Who wrote the object first, other than its status. */
    Optional<Owner> first() {
        return owners.stream().filter(owner -> owner.subresource().isEmpty()).min(Comparator.comparing(Owner::since));
    }

    private static Owner owner(JsonNode entry) {
        var fields = new TreeSet<FieldPath>();
        collect(entry.path("fieldsV1"), List.of(), fields);
        return new Owner(
                entry.path("manager").asString(""),
                entry.path("operation").asString("").equals("Apply"),
                entry.path("subresource").asString(""),
                entry.path("time").asString(""),
                fields);
    }

    private static void collect(JsonNode node, List<String> names, Set<FieldPath> fields) {
        var below = node.properties().stream()
                .filter(entry -> entry.getKey().startsWith("f:"))
                .toList();
        if (below.isEmpty() && !names.isEmpty()) {
            fields.add(new FieldPath(names));
        }
        below.forEach(entry ->
                collect(entry.getValue(), FieldPath.with(names, entry.getKey().substring(2)), fields));
    }
}
