package io.groundskeeper.local.kubernetes;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/** A cloud that has what a test puts there; selectors find whatever there is of their kind. */
final class FakeCloud implements Cloud {
    final Map<Selected, List<String>> found = new ConcurrentHashMap<>();
    final Set<String> roles = ConcurrentHashMap.newKeySet();
    final Set<String> profiles = ConcurrentHashMap.newKeySet();
    final Set<String> terminated = ConcurrentHashMap.newKeySet();
    final Set<String> fargateNamespaces = ConcurrentHashMap.newKeySet();

    @Override
    public boolean runsOnFargate(String namespace, JsonNode labels) {
        return fargateNamespaces.contains(namespace);
    }

    @Override
    public List<String> find(Selected kind, JsonNode terms) {
        return found.getOrDefault(kind, List.of());
    }

    @Override
    public boolean hasRole(String name) {
        return roles.contains(name);
    }

    @Override
    public boolean hasInstanceProfile(String name) {
        return false;
    }

    @Override
    public String instanceProfile(NodeClass nodeClass, String role) {
        profiles.add(nodeClass.name());
        return nodeClass.name() + "_1";
    }

    @Override
    public void forget(NodeClass nodeClass) {
        profiles.remove(nodeClass.name());
    }

    @Override
    public void terminate(String instanceId) {
        terminated.add(instanceId);
    }
}
