package io.groundskeeper.tags.aws;

import io.groundskeeper.core.aws.KnownRegions;
import io.groundskeeper.tags.creation.CreatedResource;
import io.groundskeeper.tags.live.LiveTags;
import io.groundskeeper.tags.live.Sighting;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import software.amazon.awssdk.regions.Region;

/**
 * Sees resources through AWS. The Tagging API returns only what has or had a tag, and may be behind; what it does not
 * return, and what it returns without the tags that there must be, is asked of Cloud Control, which also says whether it
 * exists. What there was no time for is not asked at all, so that a big launch does not outlast the function.
 */
public final class AwsLiveTags implements LiveTags {

    private static final int AT_A_TIME = 8;

    private final TaggedResources tagged;
    private final CloudControl cloudControl;

    private final Duration longest;
    private final InstantSource clock;

    /**
     * @param longest how long after its start a look may begin calls; the last of them may end as much later as one
     *     call may take
     */
    public AwsLiveTags(TaggedResources tagged, CloudControl cloudControl, Duration longest, InstantSource clock) {
        this.tagged = tagged;
        this.cloudControl = cloudControl;
        this.longest = longest;
        this.clock = clock;
    }

    @Override
    public Map<String, Sighting> look(
            List<CreatedResource> resources, BiPredicate<CreatedResource, Map<String, String>> good) {
        var time = TimeBudget.fromNow(clock, longest);
        var byArn = new LinkedHashMap<String, CreatedResource>();
        resources.forEach(resource -> byArn.putIfAbsent(resource.arn(), resource));
        var sightings = new HashMap<String, Sighting>();
        byArn.values().stream()
                .collect(Collectors.groupingBy(CreatedResource::region, LinkedHashMap::new, Collectors.toList()))
                .forEach((region, there) -> sightings.putAll(look(region, there, good, time)));
        return sightings;
    }

    private Map<String, Sighting> look(
            String name,
            List<CreatedResource> resources,
            BiPredicate<CreatedResource, Map<String, String>> good,
            TimeBudget time) {
        if (!KnownRegions.contains(name)) {
            var impossible = new Sighting.Impossible("\"%s\" is no AWS region".formatted(name));
            return resources.stream().collect(Collectors.toMap(CreatedResource::arn, resource -> impossible));
        }
        var region = Region.of(name);
        var first = tagged.find(resources.stream().map(CreatedResource::arn).toList(), region, time);
        var sightings = first.settled(resources, good);
        var open = resources.stream()
                .filter(resource -> !sightings.containsKey(resource.arn()))
                .toList();
        var second = askCloudControl(open, first, region, time);
        open.forEach(resource -> sightings.put(resource.arn(), first.with(resource, second.get(resource.arn()))));
        return sightings;
    }

    /** One call for each resource, some at a time, begun in their order: what comes again finds fewer before it. */
    private Map<String, Sighting> askCloudControl(
            List<CreatedResource> resources, FirstOpinion first, Region region, TimeBudget time) {
        if (resources.isEmpty()) {
            return Map.of();
        }
        try (var threads = Executors.newFixedThreadPool(Math.min(resources.size(), AT_A_TIME))) {
            var answers = resources.stream()
                    .collect(Collectors.toMap(
                            CreatedResource::arn,
                            resource ->
                                    CompletableFuture.supplyAsync(() -> ask(resource, first, region, time), threads)));
            return answers.entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, answer -> answer.getValue().join()));
        }
    }

    private Sighting ask(CreatedResource resource, FirstOpinion first, Region region, TimeBudget time) {
        return time.isSpent()
                ? new Sighting.Unasked()
                : cloudControl.find(resource, region, first.tags().getOrDefault(resource.arn(), Map.of()));
    }
}
