package io.groundskeeper.core.aws;

import io.groundskeeper.core.json.Json;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.regions.Region;
import tools.jackson.databind.JsonNode;

/**
 * Reads the tags of many resources by ARN, through the Resource Groups Tagging API, a hundred in a call. It knows only
 * what has or had a tag, and its answers may be old: what was deleted stays for about an hour, and a tag that was set
 * seconds ago may be missing. Safe for use by several threads.
 */
public final class TagReader {

    /** How many ARNs are asked about in one call. */
    public static final int AT_ONCE = 100;

    private final AwsJsonClient tagging;

    /**
     * What was answered. An ARN that is in neither map never had a tag, or does not exist.
     *
     * @param byArn the tags of each resource that has or had any
     * @param refused ARNs that the service takes for none, with its words
     */
    public record Tags(Map<String, Map<String, String>> byArn, Map<String, String> refused) {

        public Tags {
            byArn = Map.copyOf(byArn);
            refused = Map.copyOf(refused);
        }
    }

    /** @param tagging a client of {@link AwsJsonClient.Service#TAGGING} */
    public TagReader(AwsJsonClient tagging) {
        this.tagging = tagging;
    }

    /**
     * Reads the tags of resources of one region.
     *
     * @throws AwsJsonException if the service refuses, other than for an ARN
     * @throws java.io.UncheckedIOException if it cannot be reached
     */
    public Tags read(Collection<String> arns, Region region) {
        var all = List.copyOf(arns);
        var byArn = new HashMap<String, Map<String, String>>();
        var refused = new HashMap<String, String>();
        for (int start = 0; start < all.size(); start += AT_ONCE) {
            var tags = ask(all.subList(start, Math.min(start + AT_ONCE, all.size())), region);
            byArn.putAll(tags.byArn());
            refused.putAll(tags.refused());
        }
        return new Tags(byArn, refused);
    }

    private Tags ask(List<String> arns, Region region) {
        var input = Json.object();
        var list = input.putArray("ResourceARNList");
        arns.forEach(list::add);
        try {
            return new Tags(tags(tagging.call("GetResources", input, region)), Map.of());
        } catch (AwsJsonException e) {
            if (!e.code().equals("InvalidParameterException")) {
                throw e;
            }
            return arns.size() == 1
                    ? new Tags(Map.of(), Map.of(arns.getFirst(), e.getMessage()))
                    : askHalves(arns, region);
        }
    }

    /** One ARN that the service takes for none fails all that it was asked with: halves find it. */
    private Tags askHalves(List<String> arns, Region region) {
        int half = arns.size() / 2;
        var left = ask(arns.subList(0, half), region);
        var right = ask(arns.subList(half, arns.size()), region);
        var byArn = new HashMap<>(left.byArn());
        byArn.putAll(right.byArn());
        var refused = new HashMap<>(left.refused());
        refused.putAll(right.refused());
        return new Tags(byArn, refused);
    }

    private static Map<String, Map<String, String>> tags(JsonNode answer) {
        var tags = new HashMap<String, Map<String, String>>();
        answer.path("ResourceTagMappingList")
                .valueStream()
                .filter(mapping -> mapping.path("ResourceARN").isString())
                .forEach(mapping ->
                        tags.put(mapping.path("ResourceARN").stringValue(), TagList.read(mapping.path("Tags"))));
        return tags;
    }
}
