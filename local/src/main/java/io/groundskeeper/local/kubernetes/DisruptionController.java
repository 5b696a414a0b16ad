package io.groundskeeper.local.kubernetes;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Plays the controller of PodDisruptionBudgets: says in each one's status how many disruptions it allows now. */
final class DisruptionController {
    private static final Duration DELETION_TIMEOUT = Duration.ofMinutes(2);
    private static final Pattern SHARE = Pattern.compile("(\\d{1,3})%");
    private static final Set<String> KINDS_WITH_A_SCALE = Set.of("ReplicaSet", "StatefulSet");

    private final Storage storage;
    private final Budgets budgets;
    private final Clock clock;

    /** How many pods there should be, and how many of them healthy. */
    private record Goal(int expected, int healthy) {}

    /** Why a goal cannot be told. */
    private static final class NoScaleException extends RuntimeException {
        NoScaleException(String message) {
            super(message);
        }
    }

    DisruptionController(Storage storage, Clock clock) {
        this.storage = storage;
        this.budgets = new Budgets(storage);
        this.clock = clock;
    }

    void reconcile() {
        storage.locked(() -> {
            budgets.all().forEach(this::update);
            return null;
        });
    }

    private void update(ObjectNode budget) {
        List<Pod> pods = budgets.guardedBy(budget);
        try {
            update(budget, pods, goal(budget, pods));
        } catch (NoScaleException e) {
            budgets.storeFailed(budget, clock.instant(), e.getMessage());
        }
    }

    private void update(ObjectNode budget, List<Pod> pods, Goal goal) {
        ObjectNode status = budget.withObjectProperty("status");
        ObjectNode disrupted = stillDisrupted(status.path("disruptedPods"), pods);
        int healthy = (int) pods.stream()
                .filter(pod -> !pod.metadata().terminating() && pod.isReady())
                .filter(pod -> !disrupted.has(pod.metadata().name()))
                .count();
        // With no pods at all nothing is allowed, so that the first ones are safe before they are counted.
        int allowed = goal.expected() <= 0 ? 0 : Math.max(0, healthy - goal.healthy());
        status.put("currentHealthy", healthy)
                .put("desiredHealthy", goal.healthy())
                .put("disruptionsAllowed", allowed)
                .put("expectedPods", goal.expected())
                .put("observedGeneration", Metadata.of(budget).generation());
        if (disrupted.isEmpty()) {
            status.remove("disruptedPods");
        } else {
            status.set("disruptedPods", disrupted);
        }
        budgets.store(budget, clock.instant());
    }

    /** Evicted pods that are neither gone nor being deleted yet count as lost, but not for ever. */
    private ObjectNode stillDisrupted(JsonNode before, List<Pod> pods) {
        ObjectNode still = Documents.object();
        Instant oldest = clock.instant().minus(DELETION_TIMEOUT);
        pods.stream()
                .filter(pod -> !pod.metadata().terminating())
                .map(pod -> pod.metadata().name())
                .filter(before::has)
                .filter(name -> !Instant.parse(before.path(name).asString("")).isBefore(oldest))
                .forEach(name -> still.set(name, before.path(name)));
        return still;
    }

    private Goal goal(ObjectNode budget, List<Pod> pods) {
        JsonNode most = budget.at("/spec/maxUnavailable");
        JsonNode least = budget.at("/spec/minAvailable");
        if (!most.isMissingNode()) {
            int expected = scale(pods);
            return new Goal(expected, Math.max(0, expected - portion(most, expected)));
        }
        if (least.isIntegralNumber()) {
            return new Goal(pods.size(), least.asInt());
        }
        if (least.isMissingNode()) {
            return new Goal(0, 0);
        }
        int expected = scale(pods);
        return new Goal(expected, portion(least, expected));
    }

    /** A number, or a share that is rounded up. */
    private static int portion(JsonNode value, int of) {
        if (value.isIntegralNumber()) {
            return value.asInt();
        }
        Matcher share = SHARE.matcher(value.asString(""));
        if (!share.matches()) {
            throw new NoScaleException("invalid value for IntOrString: " + value + " is no number and no percentage");
        }
        return (Integer.parseInt(share.group(1)) * of + 99) / 100;
    }

    /** The replicas of all controllers of these pods; pods without one do not count. */
    private int scale(List<Pod> pods) {
        Set<String> counted = new HashSet<>();
        int scale = 0;
        for (Pod pod : pods) {
            Optional<JsonNode> controller = pod.controller();
            if (controller.isPresent()
                    && counted.add(controller.get().path("uid").asString(""))) {
                scale += scale(pod, controller.get());
            }
        }
        return scale;
    }

    private int scale(Pod pod, JsonNode controller) {
        String kind = controller.path("kind").asString("");
        String name = controller.path("name").asString("");
        return Optional.of(kind)
                .filter(KINDS_WITH_A_SCALE::contains)
                .flatMap(any -> BuiltinTypes.builtin("apps", kind))
                .flatMap(type -> storage.find(Registry.key(type, pod.metadata().namespace(), name)))
                .map(Scheduling::replicas)
                .orElseThrow(() -> new NoScaleException(
                        "found no controllers for pod \"" + pod.metadata().name() + "\""));
    }
}
