package io.groundskeeper.tags.aws;

import io.groundskeeper.tags.creation.CreatedResource;
import io.groundskeeper.tags.live.Sighting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/**
 * What the Tagging API said. It may be old: what was deleted stays listed for about an hour, and a tag that was set
 * seconds ago may be missing. So it acquits, but it accuses nobody without a word of Cloud Control.
 *
 * @param tags by ARN, of what has or had a tag
 * @param refused ARNs that it takes for none, with its words
 * @param unread by ARN, of what it could not be asked about
 */
record FirstOpinion(Map<String, Map<String, String>> tags, Map<String, String> refused, Map<String, Sighting> unread) {

    FirstOpinion {
        tags = Map.copyOf(tags);
        refused = Map.copyOf(refused);
        unread = Map.copyOf(unread);
    }

    /** The sightings that need no second opinion, by ARN; modifiable. */
    Map<String, Sighting> settled(
            List<CreatedResource> resources, BiPredicate<CreatedResource, Map<String, String>> good) {
        var sightings = new HashMap<>(unread);
        for (var resource : resources) {
            var there = tags.get(resource.arn());
            if (there != null && good.test(resource, there)) {
                sightings.put(resource.arn(), new Sighting.Present(there));
            }
        }
        return sightings;
    }

    /** Both opinions in one: what Cloud Control can read is as it says. */
    Sighting with(CreatedResource resource, Sighting second) {
        var there = tags.get(resource.arn());
        return switch (second) {
            case Sighting.Absent() when there != null -> new Sighting.Deleted();
            case Sighting.Unverified(var nothing, var why) when there != null -> new Sighting.Unverified(there, why);
            case Sighting.Unreadable(var why, var cause)
            when there != null && Refusal.isDenial(cause) ->
                new Sighting.Unverified(there, "existence not verified: " + why);
            case Sighting.Unverified(var nothing, var why)
            when refused.containsKey(resource.arn()) ->
                new Sighting.Impossible("The Tagging API does not take this ARN, and Cloud Control cannot read %s. %s"
                        .formatted(resource.type(), refused.get(resource.arn())));
            default -> second;
        };
    }
}
