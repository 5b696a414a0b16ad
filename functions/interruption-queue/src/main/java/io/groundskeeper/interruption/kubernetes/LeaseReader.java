package io.groundskeeper.interruption.kubernetes;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.groundskeeper.interruption.watch.ClusterSnapshot.Controller;
import io.groundskeeper.interruption.watch.ClusterSnapshot.State;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/**
 * Tells by Karpenter's leader election lease whether Karpenter runs: it is renewed every few seconds, in Karpenter's
 * namespace. That is kube-system or karpenter; in another one Karpenter is not found, and so not known.
 */
final class LeaseReader {

    private static final String NAME = "karpenter-leader-election";
    private static final List<String> NAMESPACES = List.of("kube-system", "karpenter");
    private static final Duration FRESH = Duration.ofSeconds(30);

    private final Clock clock;

    LeaseReader(Clock clock) {
        this.clock = clock;
    }

    Controller read(KubernetesClient client) {
        for (var namespace : NAMESPACES) {
            try {
                var lease =
                        client.leases().inNamespace(namespace).withName(NAME).get();
                if (lease != null) {
                    return judge(namespace, lease);
                }
            } catch (KubernetesClientException e) {
                if (e.getCode() != 403) {
                    throw e;
                }
                return new Controller(
                        State.UNKNOWN, "our role may not read the lease %s/%s (403)".formatted(namespace, NAME));
            }
        }
        return new Controller(
                State.UNKNOWN, "there is no lease %s in %s".formatted(NAME, String.join(" or ", NAMESPACES)));
    }

    private Controller judge(String namespace, Lease lease) {
        var name = namespace + "/" + NAME;
        var spec = lease.getSpec();
        if (spec == null || spec.getRenewTime() == null) {
            return new Controller(State.UNKNOWN, "the lease %s was never renewed".formatted(name));
        }
        var age = Duration.between(spec.getRenewTime().toInstant(), clock.instant());
        var renewed = "the lease %s was last renewed %d s ago".formatted(name, Math.max(0, age.toSeconds()));
        if (age.compareTo(FRESH) > 0) {
            return new Controller(State.DOWN, renewed);
        }
        // Given up on a clean stop; with two replicas the other one takes it in a moment.
        var handedOver =
                spec.getHolderIdentity() == null || spec.getHolderIdentity().isBlank();
        return handedOver
                ? new Controller(State.UNKNOWN, renewed + ", then given up")
                : new Controller(State.ALIVE, renewed);
    }
}
