package io.groundskeeper.local.kubernetes;

import java.time.Instant;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The PodDisruptionBudgets: which of them guard a pod, and how what is left of one is written down. */
final class Budgets {
    static final ResourceType TYPE =
            BuiltinTypes.builtin("policy", "PodDisruptionBudget").orElseThrow();

    private final Storage storage;

    Budgets(Storage storage) {
        this.storage = storage;
    }

    List<ObjectNode> all() {
        return storage.list(TYPE.storedAs(), null);
    }

    /** Those whose selector selects a pod. */
    List<ObjectNode> guarding(Pod pod) {
        return storage.select(
                TYPE.storedAs(),
                pod.metadata().namespace(),
                budget -> LabelSelector.of(budget.path("spec").path("selector")).test(pod.object()));
    }

    /** The pods that a budget selects; nobody may change them. */
    List<Pod> guardedBy(ObjectNode budget) {
        var selector = LabelSelector.of(budget.path("spec").path("selector"));
        return storage.view(Pod.STORED_AS, Metadata.of(budget).namespace(), selector).stream()
                .map(Pod::new)
                .toList();
    }

    /** Stores a budget whose status has changed, with the condition that goes with it. */
    void store(ObjectNode budget, Instant now) {
        ObjectNode status = budget.withObjectProperty("status");
        boolean allowed = status.path("disruptionsAllowed").asInt(0) > 0;
        condition(status, now, allowed ? "True" : "False", allowed ? "SufficientPods" : "InsufficientPods", "");
        store(budget);
    }

    /** Stores a budget whose status could not be worked out, so that nothing is evicted by mistake. */
    void storeFailed(ObjectNode budget, Instant now, String why) {
        ObjectNode status = budget.withObjectProperty("status");
        status.put("disruptionsAllowed", 0);
        condition(status, now, "False", "SyncFailed", why);
        store(budget);
    }

    private void store(ObjectNode budget) {
        Metadata metadata = Metadata.of(budget);
        Storage.Key key = Registry.key(TYPE, metadata.namespace(), metadata.name());
        storage.locked(() -> {
            boolean changed = storage.find(key)
                    .filter(stored -> !stored.equals(Documents.copy(budget)))
                    .isPresent();
            return changed ? storage.store(key, budget) : budget;
        });
    }

    private static void condition(ObjectNode status, Instant now, String value, String reason, String message) {
        Conditions.in(status, now)
                .set("DisruptionAllowed", value, reason, message)
                .put("observedGeneration", status.path("observedGeneration").asLong(0));
    }
}
