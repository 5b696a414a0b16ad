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

    /** The answers about {@code arns}, all of one region. */
    FirstOpinion find(List<String> arns, Region region, TimeBudget time) {
        var known = new HashMap<String, Map<String, String>>();
        var refused = new HashMap<String, String>();
        var unread = new HashMap<String, Sighting>();
        for (int start = 0; start < arns.size(); start += TagReader.AT_ONCE) {
            // Each hundred by itself, so that the failure of one keeps no other from being read.
            var hundred = arns.subList(start, Math.min(start + TagReader.AT_ONCE, arns.size()));
            if (time.isSpent()) {
                hundred.forEach(arn -> unread.put(arn, new Sighting.Unasked()));
                continue;
            }
            try {
                var answer = tags.read(hundred, region);
                known.putAll(answer.byArn());
                refused.putAll(answer.refused());
            } catch (RuntimeException e) {
                var why = Refusal.describe(e, "tag:GetResources", region);
                hundred.forEach(arn -> unread.put(arn, new Sighting.Unreadable(why, e)));
            }
        }
        return new FirstOpinion(known, refused, unread);
    }
}
