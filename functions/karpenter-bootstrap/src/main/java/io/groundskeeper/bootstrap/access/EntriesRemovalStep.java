package io.groundskeeper.bootstrap.access;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.role.RoleId;
import io.groundskeeper.bootstrap.role.Roles;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.core.cluster.Tags;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Steps {@code access-entries} and {@code own-access}: the access entries that we made go, our own the last of all. */
public final class EntriesRemovalStep implements Step<Map<String, AccessEntry>, AccessChange> {

    private final String name;
    private final Function<Target, List<String>> principals;
    private final AccessEntries entries;
    private final Kubernetes kubernetes;

    private EntriesRemovalStep(
            String name, Function<Target, List<String>> principals, AccessEntries entries, Kubernetes kubernetes) {
        this.name = name;
        this.principals = principals;
        this.entries = entries;
        this.kubernetes = kubernetes;
    }

    /** For those of the nodes and of the interruption function. */
    public static EntriesRemovalStep ofOthers(Roles roles, AccessEntries entries, Kubernetes kubernetes) {
        return new EntriesRemovalStep("access-entries", target -> others(target, roles), entries, kubernetes);
    }

    /** For our own. */
    public static EntriesRemovalStep ofOurselves(
            Caller caller, Roles roles, AccessEntries entries, Kubernetes kubernetes) {
        return new EntriesRemovalStep(
                "own-access", target -> ourselves(Principal.ofCaller(target, caller, roles)), entries, kubernetes);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Map<String, AccessEntry> observe(Target target) {
        var found = new LinkedHashMap<String, AccessEntry>();
        if (!target.cluster().logins().byConfigMapOnly()) {
            for (var principal : principals.apply(target)) {
                entries.find(target.id().name(), principal).ifPresent(entry -> found.put(principal, entry));
            }
        }
        return found;
    }

    @Override
    public Plan<AccessChange> plan(Target target, Map<String, AccessEntry> observed) {
        var changes = new ArrayList<AccessChange>();
        observed.forEach((principal, entry) -> {
            if (entry.tags().entrySet().containsAll(Tags.of(target.id()).entrySet())) {
                changes.add(new AccessChange.DeleteEntry(principal, "we made it, and Karpenter is removed"));
            }
        });
        return new Plan.Changes<>(changes, List.of());
    }

    @Override
    public void apply(Target target, AccessChange change) {
        new AccessApply(entries, kubernetes).apply(target, change);
    }

    private static List<String> others(Target target, Roles roles) {
        var names = target.names();
        var principals = new ArrayList<String>();
        principals.add(roles.id(names.nodeRole())
                .map(RoleId::arn)
                .orElseGet(() -> names.roleArn(target.settings().rolePath(), names.nodeRole())));
        target.settings().access().interruptionRole().ifPresent(principals::add);
        return principals;
    }

    private static List<String> ourselves(Principal own) {
        return own.isRole() ? List.of(own.arn()) : List.of();
    }
}
