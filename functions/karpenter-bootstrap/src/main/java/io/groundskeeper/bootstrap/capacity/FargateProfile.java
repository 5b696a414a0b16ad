package io.groundskeeper.bootstrap.capacity;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A Fargate profile that is there or being made.
 *
 * @param active whether it takes pods yet
 */
public record FargateProfile(String name, boolean active, List<Selector> selectors) {

    private static final String NAMESPACE = "kube-system";
    private static final Map<String, String> LABELS =
            Map.of("app.kubernetes.io/name", "karpenter", "app.kubernetes.io/instance", "karpenter");

    /** Which pods it takes: those of the namespace that have all these labels; * and ? stand for others as in EKS. */
    public record Selector(String namespace, Map<String, String> labels) {
        public Selector {
            labels = Map.copyOf(labels);
        }

        private boolean takesController() {
            return matches(namespace, NAMESPACE)
                    && labels.entrySet().stream().allMatch(wanted -> {
                        var value = LABELS.get(wanted.getKey());
                        return value != null && matches(wanted.getValue(), value);
                    });
        }
    }

    public FargateProfile {
        selectors = List.copyOf(selectors);
    }

    /** Whether it takes the pods of Karpenter's controller. */
    public boolean takesController() {
        return selectors.stream().anyMatch(Selector::takesController);
    }

    private static boolean matches(String pattern, String text) {
        var regex = new StringBuilder();
        pattern.chars()
                .forEach(c -> regex.append(
                        switch (c) {
                            case '*' -> ".*";
                            case '?' -> ".";
                            default -> Pattern.quote(Character.toString(c));
                        }));
        return text.matches(regex.toString());
    }
}
