package io.groundskeeper.interruption.digest;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * What a NodePool asks of a label of its nodes.
 *
 * @param operator In, NotIn, Exists, DoesNotExist, Gt, Lt, Gte or Lte
 */
public record Requirement(String key, String operator, List<String> values) {

    public Requirement {
        values = List.copyOf(values);
    }

    /** Whether the operator is one that is known. */
    boolean isKnown() {
        return switch (operator) {
            case "In", "NotIn", "Exists", "DoesNotExist" -> true;
            case "Gt", "Lt", "Gte", "Lte" ->
                values.size() == 1 && number(values.getFirst()).isPresent();
            default -> false;
        };
    }

    /** Whether a label may have this value; empty where the label is absent. Only asked if {@link #isKnown()}. */
    boolean allows(Optional<String> label) {
        return switch (operator) {
            case "In" -> label.filter(values::contains).isPresent();
            case "NotIn" -> label.filter(values::contains).isEmpty();
            case "Exists" -> label.isPresent();
            case "DoesNotExist" -> label.isEmpty();
            case "Gt" -> compares(label, order -> order > 0);
            case "Gte" -> compares(label, order -> order >= 0);
            case "Lt" -> compares(label, order -> order < 0);
            case "Lte" -> compares(label, order -> order <= 0);
            default -> throw new IllegalStateException("The operator \"%s\" of %s".formatted(operator, key));
        };
    }

    private boolean compares(Optional<String> label, IntPredicate order) {
        return label.flatMap(Requirement::number)
                .filter(value ->
                        order.test(value.compareTo(number(values.getFirst()).orElseThrow())))
                .isPresent();
    }

    private static Optional<BigInteger> number(String text) {
        return text.matches("[0-9]{1,18}") ? Optional.of(new BigInteger(text)) : Optional.empty();
    }
}
