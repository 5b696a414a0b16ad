package io.groundskeeper.interruption.aws;

import io.groundskeeper.core.aws.AwsJsonClient;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.interruption.InstanceTags;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;
import tools.jackson.databind.JsonNode;

/** The tags of instances by the Resource Groups Tagging API: one call for each hundred. */
public final class TaggingApi implements InstanceTags {

    private static final int MOST_ARNS = 100;

    private final AwsJsonClient tagging;

    /** @param tagging for {@link AwsJsonClient.Service#TAGGING} */
    public TaggingApi(AwsJsonClient tagging) {
        this.tagging = tagging;
    }

    @Override
    public Map<String, Map<String, String>> of(String account, String region, Set<String> instanceIds) {
        var there = Region.of(region);
        var prefix = "arn:%s:ec2:%s:%s:instance/"
                .formatted(PartitionMetadata.of(there).id(), region, account);
        var arns = instanceIds.stream().map(prefix::concat).toList();
        var tags = new HashMap<String, Map<String, String>>();
        for (int from = 0; from < arns.size(); from += MOST_ARNS) {
            tags.putAll(ask(arns.subList(from, Math.min(arns.size(), from + MOST_ARNS)), there));
        }
        return tags;
    }

    private Map<String, Map<String, String>> ask(List<String> arns, Region region) {
        var input = Json.object();
        var list = input.putArray("ResourceARNList");
        arns.forEach(list::add);
        var found = new HashMap<String, Map<String, String>>();
        for (var resource : tagging.call("GetResources", input, region).path("ResourceTagMappingList")) {
            var arn = resource.path("ResourceARN").asString("");
            found.put(arn.substring(arn.lastIndexOf('/') + 1), tags(resource.path("Tags")));
        }
        return found;
    }

    private static Map<String, String> tags(JsonNode list) {
        var tags = new HashMap<String, String>();
        for (var tag : list) {
            tags.put(tag.path("Key").asString(""), tag.path("Value").asString(""));
        }
        return tags;
    }
}
