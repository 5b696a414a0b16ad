package io.groundskeeper.bootstrap.access;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What leads to access by access entries. */
final class EntriesPlan {

    private static final Kubernetes.Rbac NOTHING = new Kubernetes.Rbac(Optional.empty(), Optional.empty());

    private EntriesPlan() {}

    /** The policy that lets its owner do everything: creating ClusterRoles and CRDs needs no less. */
    static String admin(Target target) {
        return "arn:%s:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy"
                .formatted(target.id().partition());
    }

    static Plan<AccessChange> of(Target target, ClusterAccessStep.Observed.ByEntries observed) {
        var changes = with(own(target, observed), interruption(observed.interruption()));
        return switch (observed.entrance().orElse(null)) {
            // Our entry is only now being made: what is inside shows when it is written.
            case null -> new Plan.Changes<>(with(changes, inside(observed.interruption(), NOTHING)), List.of());
            case Entrance.Shut(var why, var mayOpen) when mayOpen -> new Plan.Waiting<>(changes, why, AccessApply.SOON);
            case Entrance entrance -> entered(changes, observed.interruption(), entrance);
        };
    }

    static Plan<AccessChange> of(ClusterAccessStep.Observed.BySomeone observed) {
        return entered(interruption(observed.interruption()), observed.interruption(), observed.entrance());
    }

    private static Plan<AccessChange> entered(
            List<AccessChange> changes, Optional<ClusterAccessStep.Interruption> interruption, Entrance entrance) {
        return switch (entrance) {
            case Entrance.Open(var rbac, var awsAuth) ->
                new Plan.Changes<>(with(changes, inside(interruption, rbac)), List.of());
            case Entrance.Shut(var why, var mayOpen) ->
                changes.isEmpty() ? new Plan.Skipped<>(why) : new Plan.Changes<>(changes, List.of(why));
        };
    }

    private static List<AccessChange> own(Target target, ClusterAccessStep.Observed.ByEntries observed) {
        var changes = new ArrayList<>(observed.own().entry(Optional.empty()).changes(observed.entry()));
        boolean made = changes.stream().anyMatch(AccessChange.CreateEntry.class::isInstance);
        if (!observed.admin() || made) {
            changes.add(new AccessChange.Associate(observed.own().arn(), admin(target)));
        }
        return changes;
    }

    private static List<AccessChange> interruption(Optional<ClusterAccessStep.Interruption> interruption) {
        return interruption
                .map(found ->
                        found.role().entry(Optional.of(InterruptionRole.GROUP)).changes(found.entry()))
                .orElse(List.of());
    }

    private static List<AccessChange> inside(
            Optional<ClusterAccessStep.Interruption> interruption, Kubernetes.Rbac rbac) {
        return interruption.isPresent() ? InterruptionRole.changes(rbac) : List.of();
    }

    private static List<AccessChange> with(List<AccessChange> some, List<AccessChange> others) {
        var all = new ArrayList<>(some);
        all.addAll(others);
        return all;
    }
}
