package io.groundskeeper.interruption.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.Controller;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.State;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Tells whether Karpenter runs: by its Deployment's ready replicas, and by its leader election lease, which is renewed
 * every few seconds. Both are in Karpenter's namespace. That is kube-system or karpenter; in another one Karpenter is not
 * found, and so not known.
 */
final class ControllerReader {

    private static final String NAME = "karpenter-leader-election";
    private static final String LABEL = "app.kubernetes.io/name";
    private static final List<String> NAMESPACES = List.of("kube-system", "karpenter");
    private static final String NO_ELECTION = "DISABLE_LEADER_ELECTION";
    private static final Set<String> NO_ELECTION_ARGUMENTS =
            Set.of("--disable-leader-election", "--disable-leader-election=true");
    private static final Duration FRESH = Duration.ofSeconds(30);

    private final Clock clock;

    ControllerReader(Clock clock) {
        this.clock = clock;
    }

    Controller read(KubernetesClient client) {
        var lease = lease(client);
        var replicas = replicas(client, lease.namespace().map(List::of).orElse(NAMESPACES));
        if (replicas.ready().filter(ready -> ready == 0).isPresent()) {
            return new Controller(State.DOWN, replicas.words());
        }
        if (replicas.electsNone()) {
            // A lease from before that was switched off stays, and is never renewed.
            return new Controller(State.ALIVE, replicas.words() + " and needs no lease: leader election is off");
        }
        return switch (lease.state()) {
            case ALIVE, DOWN -> new Controller(lease.state(), lease.words());
            case UNKNOWN ->
                new Controller(
                        replicas.ready().isPresent() ? State.ALIVE : State.UNKNOWN,
                        "%s; %s".formatted(lease.words(), replicas.words()));
        };
    }

    /** @param namespace where it is, if it is anywhere */
    private record LeaseSeen(Optional<String> namespace, State state, String words) {}

    private LeaseSeen lease(KubernetesClient client) {
        for (var namespace : NAMESPACES) {
            var lease = ifAllowed(
                    () -> client.leases().inNamespace(namespace).withName(NAME).get());
            if (lease.isEmpty()) {
                return new LeaseSeen(
                        Optional.empty(),
                        State.UNKNOWN,
                        "our role may not read the lease %s/%s (403)".formatted(namespace, NAME));
            }
            if (lease.get().isPresent()) {
                return judge(namespace, lease.get().get());
            }
        }
        return new LeaseSeen(
                Optional.empty(),
                State.UNKNOWN,
                "there is no lease %s in %s".formatted(NAME, String.join(" or ", NAMESPACES)));
    }

    private LeaseSeen judge(String namespace, Lease lease) {
        var name = namespace + "/" + NAME;
        var spec = lease.getSpec();
        if (spec == null || spec.getRenewTime() == null) {
            return seen(namespace, State.UNKNOWN, "the lease %s was never renewed".formatted(name));
        }
        var age = Duration.between(spec.getRenewTime().toInstant(), clock.instant());
        var renewed = "the lease %s was last renewed %d s ago".formatted(name, Math.max(0, age.toSeconds()));
        if (age.compareTo(FRESH) > 0) {
            return seen(namespace, State.DOWN, renewed);
        }
        // Given up on a clean stop; with two replicas the other one takes it in a moment.
        var handedOver =
                spec.getHolderIdentity() == null || spec.getHolderIdentity().isBlank();
        return handedOver
                ? seen(namespace, State.UNKNOWN, renewed + ", then given up")
                : seen(namespace, State.ALIVE, renewed);
    }

    private static LeaseSeen seen(String namespace, State state, String words) {
        return new LeaseSeen(Optional.of(namespace), state, words);
    }

    /**
     * @param ready how many there are; empty if there is no Deployment, or it may not be read
     * @param electsNone whether leader election is switched off, so that the lease says nothing
     */
    private record Replicas(Optional<Integer> ready, boolean electsNone, String words) {}

    private static Replicas replicas(KubernetesClient client, List<String> namespaces) {
        for (var namespace : namespaces) {
            var deployments = ifAllowed(() -> client.apps()
                    .deployments()
                    .inNamespace(namespace)
                    .withLabel(LABEL, "karpenter")
                    .list()
                    .getItems());
            if (deployments.isEmpty()) {
                return new Replicas(
                        Optional.empty(), false, "our role may not list Deployments in %s (403)".formatted(namespace));
            }
            var found = deployments.get().orElse(List.of());
            if (!found.isEmpty()) {
                int ready = found.stream().mapToInt(ControllerReader::ready).sum();
                return new Replicas(
                        Optional.of(ready),
                        found.stream().allMatch(ControllerReader::electsNone),
                        "Deployment %s/%s has %s"
                                .formatted(
                                        namespace,
                                        found.getFirst().getMetadata().getName(),
                                        ready == 0 ? "no ready replica" : "ready replicas"));
            }
        }
        return new Replicas(
                Optional.empty(), false, "there is no Deployment of it in " + String.join(" or ", namespaces));
    }

    private static int ready(Deployment deployment) {
        return Optional.ofNullable(deployment.getStatus())
                .map(status -> status.getReadyReplicas())
                .orElse(0);
    }

    private static boolean electsNone(Deployment deployment) {
        return Optional.ofNullable(deployment.getSpec())
                .map(spec -> spec.getTemplate())
                .map(template -> template.getSpec())
                .map(spec -> spec.getContainers())
                .orElse(List.of())
                .stream()
                .anyMatch(ControllerReader::electsNone);
    }

    private static boolean electsNone(Container container) {
        return container.getArgs().stream().anyMatch(NO_ELECTION_ARGUMENTS::contains)
                || container.getEnv().stream()
                        .anyMatch(variable ->
                                NO_ELECTION.equals(variable.getName()) && "true".equalsIgnoreCase(variable.getValue()));
    }

    /** Empty if our role may not; holds nothing where there is nothing. */
    private static <T> Optional<Optional<T>> ifAllowed(Supplier<T> question) {
        try {
            return Optional.of(Optional.ofNullable(question.get()));
        } catch (KubernetesClientException e) {
            return switch (e.getCode()) {
                case 403 -> Optional.empty();
                case 404 -> Optional.of(Optional.empty());
                default -> throw e;
            };
        }
    }
}
