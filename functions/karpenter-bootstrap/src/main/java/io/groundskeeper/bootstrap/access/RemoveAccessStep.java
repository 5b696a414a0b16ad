package io.groundskeeper.bootstrap.access;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.role.RoleIds;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.core.cluster.Tags;
import java.util.List;
import java.util.Optional;

/** Step {@code remove-access}, after all others: with REMOVE_ACCESS our own way in is closed again. */
public final class RemoveAccessStep implements Step<RemoveAccessStep.Observed, AccessChange> {

    /** Our own entry, where it is to go. */
    public record Observed(String principalArn, Optional<AccessEntry> entry) {}

    private final Caller caller;
    private final RoleIds roles;
    private final AccessEntries entries;
    private final Kubernetes kubernetes;

    /**
     * @param caller ourselves
     * @param roles of the functions
     */
    public RemoveAccessStep(Caller caller, RoleIds roles, AccessEntries entries, Kubernetes kubernetes) {
        this.caller = caller;
        this.roles = roles;
        this.entries = entries;
        this.kubernetes = kubernetes;
    }

    @Override
    public String name() {
        return "remove-access";
    }

    @Override
    public Observed observe(Target target) {
        if (!target.settings().access().remove() || target.cluster().logins().byConfigMapOnly()) {
            return new Observed("", Optional.empty());
        }
        var own = Principal.ofCaller(target, caller, roles);
        return new Observed(own.arn(), own.isRole() ? entries.find(target.id().name(), own.arn()) : Optional.empty());
    }

    @Override
    public Plan<AccessChange> plan(Target target, Observed observed) {
        return new Plan.Changes<>(
                observed
                        .entry()
                        .filter(entry -> Tags.areOurs(entry.tags(), target.id()))
                        .<AccessChange>map(entry -> new AccessChange.DeleteEntry(
                                observed.principalArn(), "removed after the run, as REMOVE_ACCESS asks"))
                        .stream()
                        .toList(),
                List.of());
    }

    @Override
    public void apply(Target target, AccessChange change) {
        new AccessApply(entries, kubernetes).apply(target, change);
    }
}
