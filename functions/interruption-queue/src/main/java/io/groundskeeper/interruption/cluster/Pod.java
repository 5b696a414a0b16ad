package io.groundskeeper.interruption.cluster;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A pod, as far as a drain must know it.
 *
 * @param createdAt when it was made
 * @param goneBy when its grace ends, once its deletion was asked for
 * @param staysWithNode whether it belongs to its node: of a DaemonSet, or the mirror of a static pod
 * @param terminal whether it has run to its end
 * @param critical whether cluster or node need it, by its priority class
 * @param doNotDisrupt its annotation karpenter.sh/do-not-disrupt
 */
public record Pod(
        String namespace,
        String name,
        String uid,
        Instant createdAt,
        Optional<Instant> goneBy,
        boolean staysWithNode,
        boolean terminal,
        boolean critical,
        Optional<String> doNotDisrupt,
        List<Toleration> tolerations) {

    public Pod {
        tolerations = List.copyOf(tolerations);
    }

    /** Namespace and name. */
    public String path() {
        return namespace + "/" + name;
    }

    /** Whether its deletion was asked for. */
    public boolean terminating() {
        return goneBy.isPresent();
    }

    public boolean tolerates(Taint taint) {
        return tolerations.stream().anyMatch(toleration -> toleration.tolerates(taint));
    }
}
