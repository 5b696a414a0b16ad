package io.groundskeeper.local.kubernetes;

import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Decides by access policies and by the roles and bindings that are stored. Escalation by writing roles is not
 * prevented, and roles are not aggregated.
 */
final class Rbac {
    private static final String GROUP = ".rbac.authorization.k8s.io";
    private final Storage storage;

    Rbac(Storage storage) {
        this.storage = storage;
    }

    void check(Caller caller, Access access) {
        if (!allows(caller, access)) {
            throw access.refused(caller.username());
        }
    }

    boolean allows(Caller caller, Access access) {
        return caller.admin()
                || caller.groups().contains("system:masters")
                || (caller.readOnlyAll() && access.reads())
                || rules(caller, access.namespace()).anyMatch(rule -> permits(rule, access));
    }

    private Stream<JsonNode> rules(Caller caller, String namespace) {
        Stream<ObjectNode> bindings = storage.list("clusterrolebindings" + GROUP, null).stream();
        if (!namespace.isEmpty()) {
            bindings = Stream.concat(bindings, storage.list("rolebindings" + GROUP, namespace).stream());
        }
        return bindings.filter(binding -> binds(binding, caller)).flatMap(this::rulesOf);
    }

    private static boolean binds(JsonNode binding, Caller caller) {
        String namespace = Metadata.of(binding).namespace();
        return binding.path("subjects").valueStream().anyMatch(subject -> isSubject(subject, namespace, caller));
    }

    private static boolean isSubject(JsonNode subject, String bindingNamespace, Caller caller) {
        String name = subject.path("name").asString("");
        return switch (subject.path("kind").asString("")) {
            case "User" -> name.equals(caller.username());
            case "Group" ->
                name.equals("system:authenticated") || caller.groups().contains(name);
            case "ServiceAccount" -> {
                String namespace = subject.path("namespace").asString(bindingNamespace);
                yield caller.username().equals("system:serviceaccount:" + namespace + ":" + name);
            }
            default -> false;
        };
    }

    private Stream<JsonNode> rulesOf(JsonNode binding) {
        JsonNode ref = binding.path("roleRef");
        boolean clusterRole = ref.path("kind").asString("").equals("ClusterRole");
        Storage.Key role = new Storage.Key(
                (clusterRole ? "clusterroles" : "roles") + GROUP,
                clusterRole ? "" : Metadata.of(binding).namespace(),
                ref.path("name").asString(""));
        return storage.find(role).stream().flatMap(found -> found.path("rules").valueStream());
    }

    private static boolean permits(JsonNode rule, Access access) {
        List<String> names = texts(rule, "resourceNames");
        return matches(texts(rule, "verbs"), access.verb())
                && matches(texts(rule, "apiGroups"), access.group())
                && matchesResource(texts(rule, "resources"), access.resource())
                && (names.isEmpty() || names.contains(access.name()));
    }

    private static boolean matchesResource(List<String> resources, String wanted) {
        int slash = wanted.indexOf('/');
        return matches(resources, wanted) || (slash > 0 && resources.contains("*" + wanted.substring(slash)));
    }

    private static boolean matches(List<String> values, String wanted) {
        return values.contains("*") || values.contains(wanted);
    }

    private static List<String> texts(JsonNode rule, String field) {
        return rule.path(field).valueStream().map(value -> value.asString("")).toList();
    }
}
