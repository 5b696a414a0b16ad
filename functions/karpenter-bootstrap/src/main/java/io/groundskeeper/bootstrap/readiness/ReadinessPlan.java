package io.groundskeeper.bootstrap.readiness;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.controller.Conditioned;
import io.groundskeeper.bootstrap.controller.PlacementChoice;
import io.groundskeeper.bootstrap.controller.Pod;
import io.groundskeeper.bootstrap.controller.Workload;
import io.groundskeeper.bootstrap.step.Plan;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tells from what is there whether Karpenter runs and can give nodes, and if not what it lacks. */
final class ReadinessPlan {

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(20);

    private ReadinessPlan() {}

    static Plan<Restart> of(Target target, ReadinessStep.Seen seen) {
        var namespace = target.settings().controller().namespace();
        var deployment = seen.situation().workload(namespace, ReadinessStep.DEPLOYMENT);
        boolean runs = deployment.filter(ReadinessPlan::runs).isPresent();
        if (!runs && seen.choice() instanceof PlacementChoice.Nowhere(var reason)) {
            return new Plan.Skipped<>(reason);
        }
        if (deployment.isEmpty()) {
            return waiting(
                    seen.choice() instanceof PlacementChoice.Later(var reason)
                            ? reason
                            : "Karpenter's controller is not installed yet");
        }
        return runs ? objects(seen) : controller(namespace, deployment.get(), seen);
    }

    /**
     * Whether a pod of the newest form is ready. Not by condition Available: with one that may be unavailable it is true
     * without any.
     */
    static boolean runs(Workload deployment) {
        return deployment.isObserved()
                && deployment.updatedReplicas() >= 1
                && deployment.updatedReplicas() >= deployment.currentReplicas()
                && deployment.readyReplicas() >= 1;
    }

    private static Plan<Restart> controller(String namespace, Workload deployment, ReadinessStep.Seen seen) {
        var restart = restart(namespace, deployment, seen);
        var reason = "Deployment %s/karpenter has %d of %d pods ready%s"
                .formatted(
                        namespace,
                        deployment.readyReplicas(),
                        deployment.replicas(),
                        deployment.updatedReplicas() < deployment.currentReplicas()
                                ? ", and %d of its old form are left"
                                        .formatted(deployment.currentReplicas() - deployment.updatedReplicas())
                                : "");
        var later =
                seen.choice() instanceof PlacementChoice.Later(var why) ? Optional.of(why) : Optional.<String>empty();
        var troubles =
                seen.pods().stream().map(Pod::trouble).flatMap(Optional::stream).limit(2);
        var causes = Stream.concat(Stream.concat(troubles, later.stream()), cause(seen).stream());
        return new Plan.Waiting<>(
                restart.stream().toList(),
                Stream.concat(Stream.of(reason), causes).distinct().collect(Collectors.joining("; ")),
                LOOK_AGAIN);
    }

    private static Optional<String> cause(ReadinessStep.Seen seen) {
        if (seen.pods().stream().noneMatch(Pod::hasFailed)) {
            return Optional.empty();
        }
        return seen.credentials()
                .flatMap(Credentials::missing)
                .map(missing -> "likely cause: it gets no credentials, since " + missing)
                .or(() -> Optional.of("its own words: kubectl -n kube-system logs deployment/karpenter --previous"));
    }

    // Once: a second time it would be the same.
    private static Optional<Restart> restart(String namespace, Workload deployment, ReadinessStep.Seen seen) {
        var credentials = seen.credentials().filter(found -> found.missing().isEmpty());
        if (credentials.isEmpty()
                || !restartedAt(deployment).isBefore(credentials.get().since())) {
            return Optional.empty();
        }
        var since = credentials.get().since();
        return seen.pods().stream()
                .filter(Pod::hasFailed)
                .filter(pod -> pod.created().isBefore(since) || !pod.hasCredentials())
                .findFirst()
                .map(pod -> new Restart(
                        namespace,
                        ReadinessStep.DEPLOYMENT,
                        "pod %s was started without the credentials that it would get now".formatted(pod.name())));
    }

    private static Instant restartedAt(Workload deployment) {
        var text = deployment.podAnnotation(Restart.AT);
        try {
            return text.isEmpty() ? Instant.MIN : Instant.parse(text);
        } catch (DateTimeParseException e) {
            // Someone's own text: it tells no time, so it was no restart of ours.
            return Instant.MIN;
        }
    }

    private static Plan<Restart> objects(ReadinessStep.Seen seen) {
        var notReady = Stream.concat(
                        seen.nodeClasses().entrySet().stream()
                                .map(entry -> lacks(entry.getValue(), "EC2NodeClass " + entry.getKey())),
                        Stream.of(lacks(seen.nodePool(), "NodePool " + ReadinessStep.DEFAULT)))
                .flatMap(Optional::stream)
                .toList();
        return notReady.isEmpty() ? new Plan.Changes<>(List.of(), List.of()) : waiting(String.join("; ", notReady));
    }

    private static Optional<String> lacks(Optional<Conditioned> object, String what) {
        if (object.isEmpty()) {
            return Optional.of(what + " is not there yet");
        }
        if (object.get().isReady()) {
            return Optional.empty();
        }
        var obstacles = object.get().obstacles();
        return Optional.of(
                obstacles.isEmpty()
                        ? what + " is not ready: its controller has said nothing of it yet"
                        : obstacles.stream()
                                .limit(3)
                                .map(ReadinessPlan::worded)
                                .collect(Collectors.joining(", ", what + " is not ready: ", "")));
    }

    private static String worded(Conditioned.Condition condition) {
        var text = "%s is %s (%s: %s)"
                .formatted(condition.type(), condition.status(), condition.reason(), condition.message());
        return LikelyCause.of(condition)
                .map(cause -> "%s. Likely cause: %s".formatted(text, cause))
                .orElse(text);
    }

    private static Plan<Restart> waiting(String reason) {
        return new Plan.Waiting<>(List.of(), reason, LOOK_AGAIN);
    }
}
