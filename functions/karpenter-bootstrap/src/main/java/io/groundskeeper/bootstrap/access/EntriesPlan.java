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
        var changes = entries(target, observed);
        return switch (observed.entrance().orElse(null)) {
            // Our entry is only now being made: what is inside shows when it is written.
            case null -> new Plan.Changes<>(with(changes, inside(observed, NOTHING)), List.of());
            case Entrance.Open(var rbac, var awsAuth) ->
                new Plan.Changes<>(with(changes, inside(observed, rbac)), List.of());
            case Entrance.Shut(var why, var mayOpen)
            when mayOpen && observed.own().isRole() -> new Plan.Waiting<>(changes, why, AccessApply.SOON);
            case Entrance.Shut(var why, var mayOpen) ->
                changes.isEmpty() ? new Plan.Skipped<>(why) : new Plan.Changes<>(changes, List.of(why));
        };
    }

    private static List<AccessChange> entries(Target target, ClusterAccessStep.Observed.ByEntries observed) {
        List<AccessChange> own =
                observed.own().isRole() ? observed.own().entry(Optional.empty()).changes(observed.entry()) : List.of();
        var changes = new ArrayList<>(own);
        boolean made = own.stream().anyMatch(AccessChange.CreateEntry.class::isInstance);
        if (!observed.admin() || made) {
            changes.add(new AccessChange.Associate(observed.own().arn(), admin(target)));
        }
        observed.interruption()
                .ifPresent(interruption -> changes.addAll(interruption
                        .role()
                        .entry(Optional.of(InterruptionRole.GROUP))
                        .changes(interruption.entry())));
        return changes;
    }

    private static List<AccessChange> inside(ClusterAccessStep.Observed.ByEntries observed, Kubernetes.Rbac rbac) {
        return observed.interruption().isPresent() ? InterruptionRole.changes(rbac) : List.of();
    }

    private static List<AccessChange> with(List<AccessChange> some, List<AccessChange> others) {
        var all = new ArrayList<>(some);
        all.addAll(others);
        return all;
    }
}
