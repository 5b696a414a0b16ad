package io.groundskeeper.local.kubernetes;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What is served: {@code /version}, {@code /api}, {@code /apis} and what lies directly below. */
final class Discovery {
    private static final List<String> VERBS =
            List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
    private static final List<String> STATUS_VERBS = List.of("get", "patch", "update");

    private final ResourceTypes types;
    private final String kubernetesVersion;

    Discovery(ResourceTypes types, String kubernetesVersion) {
        this.types = types;
        this.kubernetesVersion = kubernetesVersion;
    }

    Answer answer(Request request) {
        if (!request.method().equals("GET")) {
            throw ApiError.methodNotAllowed();
        }
        List<String> segments = request.segments();
        return Answer.json(
                200,
                switch (request.path()) {
                    case "version" -> version();
                    case "api" -> coreVersions();
                    case "apis" -> groups();
                    case "api/v1" -> resources("", "v1");
                    default -> below(segments);
                });
    }

    private ObjectNode below(List<String> segments) {
        if (segments.getFirst().equals("apis") && segments.size() == 2) {
            return group(segments.get(1), versions(segments.get(1)));
        }
        if (segments.getFirst().equals("apis") && segments.size() == 3) {
            return resources(segments.get(1), segments.get(2));
        }
        throw ApiError.unknownResource();
    }

    private ObjectNode version() {
        String[] numbers = (kubernetesVersion + ".0.0").split("\\.", -1);
        return Documents.object()
                .put("major", numbers[0])
                .put("minor", numbers[1])
                .put("gitVersion", "v" + numbers[0] + "." + numbers[1] + "." + numbers[2] + "-eks-local")
                .put("gitTreeState", "clean")
                .put("platform", "linux/amd64");
    }

    private static ObjectNode coreVersions() {
        ObjectNode versions = Documents.object().put("kind", "APIVersions");
        versions.putArray("versions").add("v1");
        versions.putArray("serverAddressByClientCIDRs");
        return versions;
    }

    private ObjectNode groups() {
        ObjectNode list = Documents.object().put("kind", "APIGroupList").put("apiVersion", "v1");
        ArrayNode groups = list.putArray("groups");
        Map<String, Set<String>> versions = types.all().stream()
                .filter(type -> !type.group().isEmpty())
                .collect(Collectors.groupingBy(
                        ResourceType::group,
                        TreeMap::new,
                        Collectors.mapping(ResourceType::version, Collectors.toCollection(TreeSet::new))));
        versions.forEach((group, served) -> groups.add(group(group, served)));
        return list;
    }

    private Set<String> versions(String group) {
        Set<String> versions = types.all().stream()
                .filter(type -> type.group().equals(group))
                .map(ResourceType::version)
                .collect(Collectors.toCollection(TreeSet::new));
        if (group.isEmpty() || versions.isEmpty()) {
            throw ApiError.unknownResource();
        }
        return versions;
    }

    private static ObjectNode group(String name, Set<String> served) {
        ObjectNode group = Documents.object()
                .put("kind", "APIGroup")
                .put("apiVersion", "v1")
                .put("name", name);
        ArrayNode versions = group.putArray("versions");
        served.forEach(version ->
                versions.addObject().put("groupVersion", name + "/" + version).put("version", version));
        group.set("preferredVersion", versions.get(0).deepCopy());
        return group;
    }

    private ObjectNode resources(String group, String version) {
        String groupVersion = group.isEmpty() ? version : group + "/" + version;
        ObjectNode list = Documents.object().put("kind", "APIResourceList").put("apiVersion", "v1");
        list.put("groupVersion", groupVersion);
        ArrayNode resources = list.putArray("resources");
        types.all().stream()
                .filter(type -> type.apiVersion().equals(groupVersion))
                .forEach(type -> describe(type, resources));
        if (resources.isEmpty()) {
            throw ApiError.unknownResource();
        }
        return list;
    }

    private static void describe(ResourceType type, ArrayNode resources) {
        ObjectNode main = describe(type, type.plural(), VERBS, resources);
        main.put("singularName", type.singular());
        if (!type.shortNames().isEmpty()) {
            ArrayNode shortNames = main.putArray("shortNames");
            type.shortNames().forEach(shortNames::add);
        }
        if (type.statusSubresource()) {
            describe(type, type.plural() + "/status", STATUS_VERBS, resources);
        }
        if (type.storedAs().equals(Pod.STORED_AS)) {
            describe(type, type.plural() + "/eviction", List.of("create"), resources)
                    .put("group", "policy")
                    .put("version", "v1")
                    .put("kind", "Eviction");
        }
        if (ScaleHandler.has(type)) {
            describe(type, type.plural() + "/scale", STATUS_VERBS, resources)
                    .put("group", "autoscaling")
                    .put("version", "v1")
                    .put("kind", "Scale");
        }
    }

    private static ObjectNode describe(ResourceType type, String name, List<String> verbs, ArrayNode resources) {
        ObjectNode resource = resources
                .addObject()
                .put("name", name)
                .put("singularName", "")
                .put("namespaced", type.namespaced())
                .put("kind", type.kind());
        ArrayNode allowed = resource.putArray("verbs");
        verbs.forEach(allowed::add);
        return resource;
    }
}
