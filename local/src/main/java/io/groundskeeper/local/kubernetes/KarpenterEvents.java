package io.groundskeeper.local.kubernetes;

import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the Events that Karpenter writes about a NodeClaim and its Node. */
final class KarpenterEvents {
    private static final String KARPENTER = "karpenter";
    private static final String NODE_CLAIMS = "karpenter.sh/v1";
    private static final String NODES = "v1";

    private final ObjectStore objects;
    private final Clock clock;

    KarpenterEvents(ObjectStore objects, Clock clock) {
        this.objects = objects;
        this.clock = clock;
    }

    /** What has been heard of a NodeClaim's instance. */
    void record(Interruption interruption, JsonNode claim, Optional<ObjectNode> node) {
        String type = interruption.terminates() ? "Warning" : "Normal";
        record(type, interruption.reason(), interruption.message(), NODE_CLAIMS, "NodeClaim", claim);
        node.ifPresent(found -> record(type, interruption.reason(), interruption.message(), NODES, "Node", found));
    }

    /** That a NodeClaim has been deleted for it. */
    void terminating(JsonNode claim, Optional<ObjectNode> node) {
        String reason = "TerminatingOnInterruption";
        String message = "Interruption triggered termination for the ";
        record("Warning", reason, message + "NodeClaim", NODE_CLAIMS, "NodeClaim", claim);
        node.ifPresent(found -> record("Warning", reason, message + "Node", NODES, "Node", found));
    }

    private void record(String type, String reason, String message, String apiVersion, String kind, JsonNode about) {
        Metadata metadata = Metadata.of(about);
        String now = Metadata.timestamp(clock.instant());
        ObjectNode event = Documents.object().put("apiVersion", "v1").put("kind", "Event");
        event.putObject("metadata")
                .put("namespace", "default")
                .put(
                        "name",
                        metadata.name() + "." + UUID.randomUUID().toString().substring(0, 8));
        event.putObject("involvedObject")
                .put("apiVersion", apiVersion)
                .put("kind", kind)
                .put("name", metadata.name())
                .put("uid", metadata.uid());
        event.put("type", type).put("reason", reason).put("message", message);
        event.put("firstTimestamp", now).put("lastTimestamp", now).put("count", 1);
        event.put("reportingComponent", KARPENTER).put("reportingInstance", "");
        event.putObject("source").put("component", KARPENTER);
        objects.put(event);
    }
}
