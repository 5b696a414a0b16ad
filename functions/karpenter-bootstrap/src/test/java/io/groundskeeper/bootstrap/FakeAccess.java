package io.groundskeeper.bootstrap;

import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.groundskeeper.bootstrap.access.AccessEntries;
import io.groundskeeper.bootstrap.access.AccessEntry;
import io.groundskeeper.bootstrap.access.AwsAuth;
import io.groundskeeper.bootstrap.access.Caller;
import io.groundskeeper.bootstrap.access.DesiredEntry;
import io.groundskeeper.bootstrap.access.Kubernetes;
import io.groundskeeper.bootstrap.role.Role;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Who gets into the cluster of a {@link FakeWorld}: access entries and what its Kubernetes API holds. */
final class FakeAccess implements AccessEntries, Kubernetes, Caller {

    static final String OWN = "arn:aws:iam::123456789012:role/groundskeeper/own";

    final Map<String, AccessEntry> entries = new HashMap<>();
    final Map<String, Set<String>> policies = new HashMap<>();
    final Map<String, ClusterRole> roles = new HashMap<>();
    final Map<String, ClusterRoleBinding> bindings = new HashMap<>();
    Optional<AwsAuth> awsAuth = Optional.empty();
    Optional<KubernetesUnavailableException> obstacle = Optional.empty();
    String caller = "arn:aws:sts::123456789012:assumed-role/own/session";

    private final FakeWorld world;
    private int versions;

    FakeAccess(FakeWorld world) {
        this.world = world;
    }

    void shut(KubernetesUnavailableException.Cause cause) {
        obstacle = Optional.of(new KubernetesUnavailableException(
                cause, "The Kubernetes endpoint https://x of cluster dev did not answer", null));
    }

    @Override
    public String arn() {
        return caller;
    }

    @Override
    public String userId() {
        // As STS does: of a role the id that it has now.
        return caller.contains(":assumed-role/")
                ? Optional.ofNullable(world.roles.get(caller.split("/", -1)[1]))
                        .map(Role::uniqueId)
                        .orElse("AROAOWN")
                        .concat(":session")
                : "AIDAADA";
    }

    @Override
    public Optional<AccessEntry> find(String cluster, String principalArn) {
        world.read("findEntry");
        return Optional.ofNullable(entries.get(principalArn));
    }

    @Override
    public Set<String> policies(String cluster, String principalArn) {
        world.read("policies");
        return policies.getOrDefault(principalArn, Set.of());
    }

    @Override
    public void create(String cluster, DesiredEntry entry, Map<String, String> tags) {
        world.write("createEntry", entry.type() + " " + entry.principalArn());
        entries.put(
                entry.principalArn(),
                new AccessEntry(
                        "arn:entry/" + entry.principalArn(),
                        entry.type(),
                        entry.group().stream().toList(),
                        tags));
    }

    @Override
    public void group(String cluster, String principalArn, List<String> groups) {
        world.write("groupEntry", principalArn);
        entries.computeIfPresent(
                principalArn, (arn, entry) -> new AccessEntry(entry.arn(), entry.type(), groups, entry.tags()));
    }

    @Override
    public void tag(String entryArn, Map<String, String> tags) {
        world.write("tagEntry", entryArn);
        entries.replaceAll((arn, entry) -> {
            var all = new HashMap<>(entry.tags());
            all.putAll(tags);
            return entry.arn().equals(entryArn) ? new AccessEntry(entryArn, entry.type(), entry.groups(), all) : entry;
        });
    }

    @Override
    public void associate(String cluster, String principalArn, String policyArn) {
        world.write("associatePolicy", principalArn);
        policies.computeIfAbsent(principalArn, arn -> new HashSet<>()).add(policyArn);
    }

    @Override
    public void delete(String cluster, String principalArn) {
        world.write("deleteEntry", principalArn);
        entries.remove(principalArn);
        policies.remove(principalArn);
    }

    @Override
    public void switchMode(String cluster) {
        world.write("switchMode", cluster);
    }

    @Override
    public Rbac rbac(ClusterEndpoint endpoint, String name) {
        enter("rbac");
        return new Rbac(Optional.ofNullable(roles.get(name)), Optional.ofNullable(bindings.get(name)));
    }

    @Override
    public void put(ClusterEndpoint endpoint, ClusterRole role) {
        enter("putRole");
        world.write("putRole", role.getMetadata().getName());
        roles.put(role.getMetadata().getName(), role);
    }

    @Override
    public void put(ClusterEndpoint endpoint, ClusterRoleBinding binding) {
        enter("putBinding");
        world.write("putBinding", binding.getMetadata().getName());
        bindings.put(binding.getMetadata().getName(), binding);
    }

    @Override
    public void deleteRole(ClusterEndpoint endpoint, String name) {
        enter("deleteRole");
        world.write("deleteClusterRole", name);
        roles.remove(name);
    }

    @Override
    public void deleteBinding(ClusterEndpoint endpoint, String name) {
        enter("deleteBinding");
        world.write("deleteBinding", name);
        bindings.remove(name);
    }

    @Override
    public Optional<AwsAuth> awsAuth(ClusterEndpoint endpoint) {
        enter("awsAuth");
        return awsAuth;
    }

    @Override
    public void write(ClusterEndpoint endpoint, Optional<AwsAuth> from, String mapRoles) {
        enter("writeAwsAuth");
        world.write("writeAwsAuth", mapRoles.lines().findFirst().orElse(""));
        awsAuth = Optional.of(new AwsAuth(Optional.of(mapRoles), String.valueOf(++versions)));
    }

    private void enter(String operation) {
        world.read(operation);
        obstacle.ifPresent(e -> {
            throw e;
        });
    }
}
