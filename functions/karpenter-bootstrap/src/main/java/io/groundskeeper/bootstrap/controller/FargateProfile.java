package io.groundskeeper.bootstrap.controller;

import java.util.List;
import java.util.Map;

/** A Fargate profile that is there or being made. */
public record FargateProfile(String name, List<Selector> selectors) {

    private static final Map<String, String> LABELS =
            Map.of("app.kubernetes.io/name", Karpenter.RELEASE, "app.kubernetes.io/instance", Karpenter.RELEASE);

    /** Which pods it takes: those of the namespace that have all these labels. */
    public record Selector(String namespace, Map<String, String> labels) {
        public Selector {
            labels = Map.copyOf(labels);
        }
    }

    public FargateProfile {
        selectors = List.copyOf(selectors);
    }

    /** Whether it takes the controller's pods. */
    boolean takesController(String namespace) {
        return selectors.stream()
                .anyMatch(selector -> selector.namespace().equals(namespace)
                        && LABELS.entrySet().containsAll(selector.labels().entrySet()));
    }
}
