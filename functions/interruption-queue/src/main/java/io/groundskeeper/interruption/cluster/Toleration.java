package io.groundskeeper.interruption.cluster;

/**
 * A toleration of a pod; what is absent is empty.
 *
 * @param operator Exists or Equal, which is meant when it is empty
 */
public record Toleration(String key, String operator, String value, String effect) {

    /** As Kubernetes decides: no effect means all effects, and no key with Exists means all taints. */
    public boolean tolerates(Taint taint) {
        if (!effect.isEmpty() && !effect.equals(taint.effect())) {
            return false;
        }
        return switch (operator) {
            case "Exists" -> key.isEmpty() || key.equals(taint.key());
            case "", "Equal" -> key.equals(taint.key()) && value.equals(taint.value());
            default -> false;
        };
    }
}
