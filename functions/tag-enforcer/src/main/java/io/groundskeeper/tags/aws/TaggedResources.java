package io.groundskeeper.tags.aws;

import io.groundskeeper.core.aws.TagReader;
import io.groundskeeper.tags.live.Sighting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.regions.Region;

/** What the Tagging API knows of resources. */
public final class TaggedResources {

    private final TagReader tags;

    public TaggedResources(TagReader tags) {
        this.tags = tags;
    }

    /** A sighting by ARN of each resource that has or had a tag, or that could not be asked about; modifiable. */
    Map<String, Sighting> find(List<String> arns, Region region) {
        var sightings = new HashMap<String, Sighting>();
        for (int start = 0; start < arns.size(); start += TagReader.AT_ONCE) {
            // Each hundred by itself, so that the failure of one keeps no other from being read.
            sightings.putAll(ask(arns.subList(start, Math.min(start + TagReader.AT_ONCE, arns.size())), region));
        }
        return sightings;
    }

    private Map<String, Sighting> ask(List<String> arns, Region region) {
        var sightings = new HashMap<String, Sighting>();
        try {
            var answer = tags.read(arns, region);
            answer.byArn().forEach((arn, there) -> sightings.put(arn, new Sighting.Present(there)));
            answer.refused()
                    .forEach((arn, why) -> sightings.put(
                            arn, new Sighting.Impossible("The Tagging API does not take this ARN: " + why)));
        } catch (RuntimeException e) {
            var why = Refusal.describe(e, "tag:GetResources", region);
            arns.forEach(arn -> sightings.put(arn, new Sighting.Unreadable(why, e)));
        }
        return sightings;
    }
}
