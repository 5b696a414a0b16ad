package io.groundskeeper.bootstrap.access;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.role.RoleIds;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.Step;
import java.util.Optional;

/**
 * Step {@code cluster-access}: we may use the cluster's Kubernetes API, and the function that looks after interruptions
 * may do there what it must. What is in the way is told and keeps no other step from being done.
 */
public final class ClusterAccessStep implements Step<ClusterAccessStep.Observed, AccessChange> {

    /** What is there of the way that the cluster goes by. */
    sealed interface Observed {

        /**
         * Access entries.
         *
         * @param admin whether our entry has the policy for everything
         * @param entrance tried only where our entry should open it
         */
        record ByEntries(
                Principal own,
                Optional<AccessEntry> entry,
                boolean admin,
                Optional<Interruption> interruption,
                Optional<Entrance> entrance)
                implements Observed {}

        /** Access entries, and we are somebody with credentials of their own: no entry of ours is kept. */
        record BySomeone(Optional<Interruption> interruption, Entrance entrance) implements Observed {}

        /** The ConfigMap aws-auth only. */
        record ByConfigMap(Principal own, Optional<Principal> interruption, Entrance entrance) implements Observed {}
    }

    /** The role of the function that looks after interruptions. */
    record Interruption(Principal role, Optional<AccessEntry> entry) {}

    private final Caller caller;
    private final RoleIds roles;
    private final AccessEntries entries;
    private final Kubernetes kubernetes;

    /**
     * @param caller ourselves
     * @param roles of the functions
     */
    public ClusterAccessStep(Caller caller, RoleIds roles, AccessEntries entries, Kubernetes kubernetes) {
        this.caller = caller;
        this.roles = roles;
        this.entries = entries;
        this.kubernetes = kubernetes;
    }

    @Override
    public String name() {
        return "cluster-access";
    }

    @Override
    public Observed observe(Target target) {
        var cluster = target.id().name();
        var own = Principal.ofCaller(target, caller, roles);
        var interruption = target.settings().access().interruptionRole().map(arn -> Principal.ofRole(arn, roles));
        if (target.cluster().logins().byConfigMapOnly()) {
            return new Observed.ByConfigMap(own, interruption, Entrance.tried(target, kubernetes));
        }
        var letIn = interruption.map(role -> new Interruption(role, entries.find(cluster, role.arn())));
        if (!own.isRole()) {
            // Somebody's own credentials, by hand: whoever that is gets no entry from us.
            return new Observed.BySomeone(letIn, Entrance.tried(target, kubernetes));
        }
        var entry = entries.find(cluster, own.arn());
        boolean admin =
                entry.isPresent() && entries.policies(cluster, own.arn()).contains(EntriesPlan.admin(target));
        return new Observed.ByEntries(
                own, entry, admin, letIn, admin ? Optional.of(Entrance.tried(target, kubernetes)) : Optional.empty());
    }

    @Override
    public Plan<AccessChange> plan(Target target, Observed observed) {
        return switch (observed) {
            case Observed.ByEntries byEntries -> EntriesPlan.of(target, byEntries);
            case Observed.BySomeone bySomeone -> EntriesPlan.of(bySomeone);
            case Observed.ByConfigMap byConfigMap -> ConfigMapPlan.of(target, byConfigMap);
        };
    }

    @Override
    public void apply(Target target, AccessChange change) {
        new AccessApply(entries, kubernetes).apply(target, change);
    }
}
