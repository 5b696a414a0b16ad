package io.groundskeeper.local.kubernetes;

import java.time.Clock;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Evicts pods as the subresource {@code pods/eviction} does: a deletion that PodDisruptionBudgets may refuse. */
final class Evictions {
    private static final int MOST_DISRUPTED_PODS = 2000;
    private static final int RETRY_SECONDS = 10;

    private final Storage storage;
    private final Deletions deletions;
    private final Budgets budgets;
    private final Clock clock;

    Evictions(Storage storage, Deletions deletions, Clock clock) {
        this.storage = storage;
        this.deletions = deletions;
        this.budgets = new Budgets(storage);
        this.clock = clock;
    }

    /**
     * Evicts a pod: it is deleted, with its grace period.
     *
     * @throws ApiError 404 when it is gone, 409 when it is another, 429 when its budget allows no disruption now, 500
     *     when it has more than one budget
     */
    void evict(String namespace, String name, DeleteOptions options) {
        storage.locked(() -> {
            Pod pod = new Pod(storage.find(Registry.key(Pod.TYPE, namespace, name))
                    .orElseThrow(() -> ApiError.notFound(Pod.TYPE, name)));
            if (!ignoresBudgets(pod)) {
                spend(pod, options.dryRun());
            }
            options.check(Pod.TYPE, pod.metadata());
            if (!options.dryRun()) {
                mark(pod);
            }
            return deletions.delete(Pod.TYPE, namespace, name, options.ofAnyVersion());
        });
    }

    /** A pod that does not run yet, or no longer, is no loss. */
    private static boolean ignoresBudgets(Pod pod) {
        return pod.ended() || pod.phase().equals("Pending") || pod.metadata().terminating();
    }

    private void spend(Pod pod, boolean dryRun) {
        List<ObjectNode> guarding = budgets.guarding(pod);
        if (guarding.size() > 1) {
            throw ApiError.withoutReason(
                    500,
                    "This pod has more than one PodDisruptionBudget, which the eviction subresource does not"
                            + " support.");
        }
        guarding.stream()
                .filter(budget -> pod.isReady() || !sparesUnready(budget))
                .forEach(budget -> spend(budget, pod, dryRun));
    }

    private static boolean sparesUnready(ObjectNode budget) {
        int healthy = budget.at("/status/currentHealthy").asInt(0);
        int desired = budget.at("/status/desiredHealthy").asInt(0);
        return budget.at("/spec/unhealthyPodEvictionPolicy").asString("").equals("AlwaysAllow")
                || (desired > 0 && healthy >= desired);
    }

    private void spend(ObjectNode budget, Pod pod, boolean dryRun) {
        Metadata metadata = Metadata.of(budget);
        ObjectNode status = budget.withObjectProperty("status");
        int allowed = status.path("disruptionsAllowed").asInt(0);
        if (status.path("observedGeneration").asLong(0) < metadata.generation()) {
            throw ApiError.disruptionNotAllowed(
                    "The disruption budget " + metadata.name() + " is still being processed by the server.",
                    RETRY_SECONDS);
        }
        if (allowed < 0) {
            throw forbidden(metadata, "pdb disruptions allowed is negative");
        }
        if (status.path("disruptedPods").size() > MOST_DISRUPTED_PODS) {
            throw forbidden(metadata, "DisruptedPods map too big - too many evictions not confirmed by PDB controller");
        }
        if (allowed == 0) {
            throw ApiError.disruptionNotAllowed(
                    "The disruption budget %s needs %d healthy pods and has %d currently"
                            .formatted(
                                    metadata.name(),
                                    status.path("desiredHealthy").asInt(0),
                                    status.path("currentHealthy").asInt(0)),
                    0);
        }
        if (!dryRun) {
            status.put("disruptionsAllowed", allowed - 1);
            status.withObjectProperty("disruptedPods").put(pod.metadata().name(), Metadata.timestamp(clock.instant()));
            budgets.store(budget, clock.instant());
        }
    }

    private static ApiError forbidden(Metadata budget, String why) {
        return ApiError.forbidden(
                new Access("", "policy", "poddisruptionbudget", budget.namespace(), budget.name()),
                "poddisruptionbudget.policy \"" + budget.name() + "\" is forbidden: " + why);
    }

    private void mark(Pod pod) {
        Conditions.in(pod.object().withObjectProperty("status"), clock.instant())
                .set("DisruptionTarget", "True", "EvictionByEvictionAPI", "Eviction API: evicting");
        storage.store(
                Registry.key(
                        Pod.TYPE, pod.metadata().namespace(), pod.metadata().name()),
                pod.object());
    }
}
