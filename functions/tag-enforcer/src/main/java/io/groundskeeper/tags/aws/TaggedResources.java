package io.groundskeeper.tags.aws;

import io.groundskeeper.core.aws.AwsJsonClient;
import io.groundskeeper.core.aws.AwsJsonException;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.tags.live.Sighting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.regions.Region;
import tools.jackson.databind.JsonNode;

/** The Tagging API's GetResources, by ARN. */
public final class TaggedResources {

    private static final int MOST_ARNS = 100;

    private final AwsJsonClient tagging;

    /** @param tagging a client of {@link AwsJsonClient.Service#TAGGING} */
    public TaggedResources(AwsJsonClient tagging) {
        this.tagging = tagging;
    }

    /** A sighting by ARN of each resource that has or had a tag, or that could not be asked about; modifiable. */
    Map<String, Sighting> find(List<String> arns, Region region) {
        var sightings = new HashMap<String, Sighting>();
        for (int start = 0; start < arns.size(); start += MOST_ARNS) {
            var batch = arns.subList(start, Math.min(start + MOST_ARNS, arns.size()));
            sightings.putAll(ask(batch, region));
        }
        return sightings;
    }

    private Map<String, Sighting> ask(List<String> arns, Region region) {
        var input = Json.object();
        var list = input.putArray("ResourceARNList");
        arns.forEach(list::add);
        try {
            return read(tagging.call("GetResources", input, region));
        } catch (AwsJsonException e) {
            return e.code().equals("InvalidParameterException") ? oneByOne(arns, region, e) : same(arns, e, region);
        } catch (RuntimeException e) {
            return same(arns, e, region);
        }
    }

    /** One ARN that the service takes for none fails all that it was asked with: halves find it. */
    private Map<String, Sighting> oneByOne(List<String> arns, Region region, AwsJsonException refusal) {
        if (arns.size() == 1) {
            return Map.of(
                    arns.getFirst(),
                    new Sighting.Impossible("The Tagging API does not take this ARN: " + refusal.getMessage()));
        }
        int half = arns.size() / 2;
        var sightings = new HashMap<>(ask(arns.subList(0, half), region));
        sightings.putAll(ask(arns.subList(half, arns.size()), region));
        return sightings;
    }

    private static Map<String, Sighting> read(JsonNode answer) {
        var sightings = new HashMap<String, Sighting>();
        answer.path("ResourceTagMappingList")
                .valueStream()
                .filter(mapping -> mapping.path("ResourceARN").isString())
                .forEach(mapping -> sightings.put(
                        mapping.path("ResourceARN").stringValue(),
                        new Sighting.Present(TagList.read(mapping.path("Tags")))));
        return sightings;
    }

    private static Map<String, Sighting> same(List<String> arns, RuntimeException e, Region region) {
        var why = Refusal.describe(e, "tag:GetResources", region);
        var sightings = new HashMap<String, Sighting>();
        arns.forEach(arn -> sightings.put(arn, new Sighting.Unreadable(why, e)));
        return sightings;
    }
}
