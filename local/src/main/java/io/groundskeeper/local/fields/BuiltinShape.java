package io.groundskeeper.local.fields;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The shape of the kinds that a server has without definition, by the names of their fields: these kinds give one name
 * one meaning, but for ports.
 */
public final class BuiltinShape implements Shape {
    private static final Map<String, List<String>> KEYS = Map.ofEntries(
            Map.entry("containers", List.of("name")),
            Map.entry("initContainers", List.of("name")),
            Map.entry("ephemeralContainers", List.of("name")),
            Map.entry("env", List.of("name")),
            Map.entry("volumes", List.of("name")),
            Map.entry("volumeMounts", List.of("mountPath")),
            Map.entry("volumeDevices", List.of("devicePath")),
            Map.entry("imagePullSecrets", List.of("name")),
            Map.entry("secrets", List.of("name")),
            Map.entry("resourceClaims", List.of("name")),
            Map.entry("claims", List.of("name")),
            Map.entry("hostAliases", List.of("ip")),
            Map.entry("podIPs", List.of("ip")),
            Map.entry("hostIPs", List.of("ip")),
            Map.entry("conditions", List.of("type")),
            Map.entry("addresses", List.of("type")),
            Map.entry("ownerReferences", List.of("uid")),
            Map.entry("topologySpreadConstraints", List.of("topologyKey", "whenUnsatisfiable")));
    private static final List<String> CONTAINER_PORT = List.of("containerPort", "protocol");
    private static final List<String> SERVICE_PORT = List.of("port", "protocol");
    private static final Set<String> SETS = Set.of("finalizers", "podCIDRs");
    private static final Set<String> ATOMIC = Set.of(
            "selector",
            "labelSelector",
            "namespaceSelector",
            "nodeSelector",
            "roleRef",
            "fieldRef",
            "resourceFieldRef",
            "configMapKeyRef",
            "secretKeyRef",
            "requiredDuringSchedulingIgnoredDuringExecution");
    private static final Set<String> ATOMIC_ITEMS = Set.of("ownerReferences", "imagePullSecrets", "secrets");
    /** Structs that these kinds always have, so that nobody ever adds one. */
    private static final Set<String> ALWAYS_THERE =
            Set.of("metadata", "spec", "status", "template", "strategy", "updateStrategy", "resources");

    private final String parent;
    private final String name;
    private final boolean item;

    private BuiltinShape(String parent, String name, boolean item) {
        this.parent = parent;
        this.name = name;
        this.item = item;
    }

    /** The shape of a whole object. */
    public static Shape root() {
        return new BuiltinShape("", "", false);
    }

    @Override
    public boolean atomic() {
        return item ? ATOMIC_ITEMS.contains(name) : ATOMIC.contains(name);
    }

    @Override
    public boolean counts() {
        return item || !ALWAYS_THERE.contains(name);
    }

    @Override
    public Elements elements() {
        if (SETS.contains(name) && parent.equals("metadata")) {
            return Elements.VALUE;
        }
        return keys().isEmpty() ? Elements.NONE : Elements.KEYS;
    }

    @Override
    public List<String> keys() {
        if (name.equals("ports")) {
            return parent.equals("spec") ? SERVICE_PORT : CONTAINER_PORT;
        }
        return KEYS.getOrDefault(name, List.of());
    }

    @Override
    public Shape field(String field) {
        return new BuiltinShape(name, field, false);
    }

    @Override
    public Shape item() {
        return new BuiltinShape(parent, name, true);
    }
}
