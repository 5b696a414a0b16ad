package io.groundskeeper.bootstrap.access;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.core.aws.NotYetException;
import io.groundskeeper.core.cluster.Tags;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Makes changes of who gets into a cluster. */
record AccessApply(AccessEntries entries, Kubernetes kubernetes) {

    /** As long as EKS may need to make a new access entry known to the API server. */
    static final Duration SOON = Duration.ofSeconds(15);

    void apply(Target target, AccessChange change) {
        var cluster = target.id().name();
        switch (change) {
            case AccessChange.CreateEntry(var entry) -> entries.create(cluster, entry, tags(target, entry));
            case AccessChange.DeleteEntry(var principal, var why) -> entries.delete(cluster, principal);
            case AccessChange.GroupEntry(var principal, var groups) -> entries.group(cluster, principal, groups);
            case AccessChange.TagEntry(var arn, var principal, var roleId) ->
                entries.tag(arn, Map.of(Tags.ROLE_ID, roleId));
            case AccessChange.Associate(var principal, var policy) -> entries.associate(cluster, principal, policy);
            case AccessChange.SwitchMode(var arn) -> entries.switchMode(cluster);
            case AccessChange.MapRole(var row, var from, var mapRoles) ->
                inside(target, endpoint -> kubernetes.write(endpoint, from, mapRoles));
            case AccessChange.PutRole(var role, var isNew) ->
                inside(target, endpoint -> kubernetes.put(endpoint, role));
            case AccessChange.PutBinding(var binding, var isNew) ->
                inside(target, endpoint -> kubernetes.put(endpoint, binding));
        }
    }

    static ClusterEndpoint endpoint(Target target) {
        return target.cluster()
                .endpoint()
                .orElseThrow(() -> new NotYetException("EKS names no Kubernetes endpoint yet", SOON, null));
    }

    private static void inside(Target target, Consumer<ClusterEndpoint> work) {
        try {
            work.accept(endpoint(target));
        } catch (KubernetesUnavailableException e) {
            // The entry may be known in a moment; if it is something else, the next look says what.
            throw new NotYetException(e.getMessage(), SOON, e);
        }
    }

    private static Map<String, String> tags(Target target, DesiredEntry entry) {
        var tags = new HashMap<>(Tags.of(target.id()));
        entry.roleId().ifPresent(id -> tags.put(Tags.ROLE_ID, id));
        return tags;
    }
}
