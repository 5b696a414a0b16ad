package io.groundskeeper.local.tagging;

import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.inventory.Arn;
import io.groundskeeper.local.inventory.Resource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a GetResources call asks for.
 *
 * @param arns the ARNs, none for all
 * @param tagFilters each with Key and Values
 * @param types service, or service:kind
 * @param from the ARN after which the page begins, empty for the first
 * @param size resources in a page, 1 to 100
 */
record GetResources(List<String> arns, List<JsonNode> tagFilters, List<String> types, String from, int size) {
    private static final int LARGEST = 100;

    /**
     * The question in a body.
     *
     * @throws io.groundskeeper.local.http.AwsException InvalidParameterException when AWS would not take it
     */
    static GetResources of(ObjectNode body) {
        var arns = texts(body.path("ResourceARNList"));
        boolean filtered = !body.path("TagFilters").isEmpty()
                || !body.path("ResourceTypeFilters").isEmpty();
        boolean paged = body.hasNonNull("ResourcesPerPage")
                || body.hasNonNull("TagsPerPage")
                || !body.path("PaginationToken").asString("").isEmpty();
        if (!arns.isEmpty() && (filtered || paged)) {
            throw TaggingService.invalid(
                    "ResourceARNList cannot be combined with filters or pagination parameters in one request");
        }
        if (arns.size() > LARGEST) {
            throw TaggingService.invalid("ResourceARNList can have at most " + LARGEST + " entries");
        }
        arns.stream().filter(arn -> Arn.parse(arn).isEmpty()).findFirst().ifPresent(arn -> {
            throw TaggingService.invalid(arn + " is not a valid ARN");
        });
        int size = body.path("ResourcesPerPage").asInt(LARGEST);
        if (size < 1 || size > LARGEST) {
            throw TaggingService.invalid("ResourcesPerPage must be between 1 and " + LARGEST);
        }
        return new GetResources(
                arns,
                body.path("TagFilters").valueStream().toList(),
                texts(body.path("ResourceTypeFilters")),
                body.path("PaginationToken").asString(""),
                size);
    }

    /** The services of which a body wants to know; none means all. */
    static Set<String> services(ObjectNode body) {
        var ofArns = texts(body.path("ResourceARNList")).stream()
                .map(Arn::parse)
                .flatMap(Optional::stream)
                .map(Arn::service);
        var ofTypes = texts(body.path("ResourceTypeFilters")).stream().map(type -> type.split(":", 2)[0]);
        return Stream.concat(ofArns, ofTypes).collect(Collectors.toSet());
    }

    /** The page of those that are asked for. */
    JsonNode answer(List<Resource> all) {
        var found = all.stream().filter(this::wants).toList();
        var page = found.stream()
                .filter(resource -> resource.arn().compareTo(from) > 0)
                .limit(size)
                .toList();
        var answer = Json.object();
        var mappings = answer.putArray("ResourceTagMappingList");
        page.forEach(resource -> mappings.add(mapping(resource)));
        boolean last = page.isEmpty() || page.getLast().equals(found.getLast());
        return answer.put("PaginationToken", last ? "" : page.getLast().arn());
    }

    private boolean wants(Resource resource) {
        return (arns.isEmpty() || arns.contains(resource.arn()))
                && (types.isEmpty() || types.stream().anyMatch(type -> is(resource, type)))
                && tagFilters.stream().allMatch(filter -> has(resource, filter));
    }

    private static boolean is(Resource resource, String type) {
        String[] parts = type.split(":", 2);
        return Arn.parse(resource.arn())
                .filter(arn -> arn.service().equals(parts[0]))
                .filter(arn -> parts.length == 1 || arn.kind().equals(parts[1]))
                .isPresent();
    }

    private static boolean has(Resource resource, JsonNode filter) {
        String value = resource.tags().get(Json.text(filter, "Key"));
        var values = texts(filter.path("Values"));
        return value != null && (values.isEmpty() || values.contains(value));
    }

    private static ObjectNode mapping(Resource resource) {
        var mapping = Json.object().put("ResourceARN", resource.arn());
        var tags = mapping.putArray("Tags");
        new TreeMap<>(resource.tags())
                .forEach((key, value) -> tags.addObject().put("Key", key).put("Value", value));
        return mapping;
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(value -> value.asString("")).toList();
    }
}
