package io.groundskeeper.local.fields;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** A configuration wants to change fields that others own. The message is Kubernetes' own. */
public final class ApplyConflict extends RuntimeException {
    private final transient List<Cause> causes;

    /**
     * One field.
     *
     * @param field such as {@code .spec.replicas}
     * @param message whom the conflict is with
     */
    public record Cause(String field, String message) {}

    ApplyConflict(SortedMap<Manager, FieldSet> conflicts) {
        super(message(conflicts));
        causes = conflicts.entrySet().stream()
                .flatMap(conflict -> conflict.getValue().paths().stream()
                        .map(path -> new Cause(path.toString(), "conflict with " + conflict.getKey())))
                .toList();
    }

    /** Every field in conflict, once for each owner. */
    public List<Cause> causes() {
        return causes;
    }

    private static String message(SortedMap<Manager, FieldSet> conflicts) {
        int count = conflicts.values().stream()
                .mapToInt(fields -> fields.paths().size())
                .sum();
        if (count == 1) {
            return "Apply failed with 1 conflict: conflict with " + conflicts.firstKey() + ": "
                    + conflicts.firstEntry().getValue().paths().first();
        }
        return "Apply failed with " + count + " conflicts: "
                + conflicts.entrySet().stream().map(ApplyConflict::lines).collect(Collectors.joining("\n"));
    }

    private static String lines(Map.Entry<Manager, FieldSet> conflict) {
        return "conflicts with " + conflict.getKey() + ":\n"
                + conflict.getValue().paths().stream().map(path -> "- " + path).collect(Collectors.joining("\n"));
    }
}
