package io.groundskeeper.local.kubernetes;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Every kind that is served now: the built-in ones and those whose definition is stored. */
final class ResourceTypes {
    private final Storage storage;

    ResourceTypes(Storage storage) {
        this.storage = storage;
    }

    List<ResourceType> all() {
        List<ResourceType> all = new ArrayList<>(BuiltinTypes.ALL);
        for (JsonNode definition : storage.list(BuiltinTypes.DEFINITIONS, null)) {
            all.addAll(definedBy(definition));
        }
        return all;
    }

    Optional<ResourceType> byPlural(String group, String version, String plural) {
        return all().stream()
                .filter(type -> type.group().equals(group)
                        && type.version().equals(version)
                        && type.plural().equals(plural))
                .findFirst();
    }

    Optional<ResourceType> byKind(String apiVersion, String kind) {
        return all().stream()
                .filter(type ->
                        type.apiVersion().equals(apiVersion) && type.kind().equals(kind))
                .findFirst();
    }

    /** The served versions of a CustomResourceDefinition. */
    static List<ResourceType> definedBy(JsonNode definition) {
        JsonNode spec = definition.path("spec");
        JsonNode names = spec.path("names");
        String kind = names.path("kind").asString("");
        List<String> shortNames = names.path("shortNames")
                .valueStream()
                .map(name -> name.asString(""))
                .toList();
        List<ResourceType> types = new ArrayList<>();
        for (JsonNode version : spec.path("versions")) {
            if (version.path("served").asBoolean(false)) {
                types.add(new ResourceType(
                        spec.path("group").asString(""),
                        version.path("name").asString(""),
                        names.path("plural").asString(""),
                        names.path("singular").asString(kind.toLowerCase(Locale.ROOT)),
                        kind,
                        spec.path("scope").asString("").equals("Namespaced"),
                        version.path("subresources").has("status"),
                        true,
                        shortNames));
            }
        }
        return types;
    }
}
