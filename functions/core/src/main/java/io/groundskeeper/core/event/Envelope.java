package io.groundskeeper.core.event;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What EventBridge puts around every event. Text that is absent is an empty string.
 *
 * @param id unique for an event, the same for each rule that it matched
 * @param source for example {@code aws.ec2}
 * @param detailType for example {@code EC2 Spot Instance Interruption Warning}
 * @param account the twelve digits of the account where it happened; where the event leaves it out, that of its
 *     resources, else of what it came by
 * @param region where it happened; where the event leaves it out, the Region of what it came by
 * @param time when it happened; empty when absent or no time
 * @param resources ARNs, often none
 * @param detail the event itself; never null, a missing node when absent
 */
public record Envelope(
        String id,
        String source,
        String detailType,
        String account,
        String region,
        Optional<Instant> time,
        List<String> resources,
        JsonNode detail) {

    public Envelope {
        resources = List.copyOf(resources);
    }
}
