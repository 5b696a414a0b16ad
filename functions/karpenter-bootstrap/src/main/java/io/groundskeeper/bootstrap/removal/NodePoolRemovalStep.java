package io.groundskeeper.bootstrap.removal;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Step {@code node-pools}: our NodePools go, and Karpenter drains and terminates their nodes, which is waited for. Nothing
 * is forced: without a running controller nothing is deleted that only it can finish.
 */
public final class NodePoolRemovalStep implements Step<NodePoolRemovalStep.Observed, Going> {

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(30);
    private static final int MOST_NAMED = 5;

    /**
     * What is there.
     *
     * @param controllerRuns whether anyone would drain the nodes
     */
    public record Observed(List<KarpenterObject> pools, List<KarpenterObject> claims, boolean controllerRuns) {
        public Observed {
            pools = List.copyOf(pools);
            claims = List.copyOf(claims);
        }

        private List<KarpenterObject> ourPools() {
            return pools.stream().filter(KarpenterObject::isOurs).toList();
        }

        // A NodeClaim of a NodePool that is gone was of ours: those of others are still there.
        private boolean isForeign(KarpenterObject claim) {
            return claim.nodePool().isEmpty()
                    || pools.stream()
                            .anyMatch(pool -> !pool.isOurs()
                                    && pool.name().equals(claim.nodePool().get()));
        }
    }

    private final KarpenterObjects objects;

    /** @param objects in clusters */
    public NodePoolRemovalStep(KarpenterObjects objects) {
        this.objects = objects;
    }

    @Override
    public String name() {
        return "node-pools";
    }

    @Override
    public Observed observe(Target target) {
        var endpoint = endpoint(target);
        return new Observed(
                objects.list(endpoint, KarpenterKind.NODE_POOL),
                objects.list(endpoint, KarpenterKind.NODE_CLAIM),
                objects.controllerRuns(endpoint, target.settings().controller().namespace()));
    }

    @Override
    public Plan<Going> plan(Target target, Observed observed) {
        var foreign = observed.claims().stream().filter(observed::isForeign).toList();
        if (!foreign.isEmpty()) {
            return new Plan.Refused<>(
                    "Nodes run that others have Karpenter keep, and without it nobody would: NodeClaims %s. Delete the NodePools and NodeClaims that are not Groundskeeper's (kubectl get nodepools,nodeclaims), wait until they are gone, and remove again"
                            .formatted(named(foreign)));
        }
        var pools = observed.ourPools();
        var claims = observed.claims();
        if (pools.isEmpty() && claims.isEmpty()) {
            return new Plan.Changes<>(List.of(), List.of());
        }
        if (!claims.isEmpty() && !observed.controllerRuns()) {
            return new Plan.Waiting<>(
                    List.of(),
                    "Karpenter's controller does not run, so that nobody would drain and terminate %d nodes (NodeClaims %s). Bring it up (kubectl -n %s get deployment karpenter); finalizers are never forced"
                            .formatted(
                                    claims.size(),
                                    named(claims),
                                    target.settings().controller().namespace()),
                    LOOK_AGAIN);
        }
        return new Plan.Waiting<>(
                pools.stream().filter(pool -> !pool.isGoing()).map(Going::new).toList(),
                claims.isEmpty()
                        ? "NodePools of ours are going"
                        : "Karpenter drains and terminates %s, as fast as disruption budgets and pods allow: %s"
                                .formatted(claims.size() == 1 ? "1 node" : claims.size() + " nodes", named(claims)),
                LOOK_AGAIN);
    }

    @Override
    public void apply(Target target, Going change) {
        objects.delete(endpoint(target), change.object());
    }

    static String named(List<KarpenterObject> objects) {
        return named(objects, KarpenterObject::words);
    }

    static String named(List<KarpenterObject> objects, Function<KarpenterObject, String> words) {
        var names = objects.stream().limit(MOST_NAMED).map(words).collect(Collectors.joining(", "));
        return objects.size() > MOST_NAMED ? "%s and %d more".formatted(names, objects.size() - MOST_NAMED) : names;
    }

    static ClusterEndpoint endpoint(Target target) {
        return target.cluster()
                .endpoint()
                .orElseThrow(() -> new IllegalStateException("The cluster has no Kubernetes endpoint any more"));
    }
}
