package io.groundskeeper.core.event;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One CloudTrail record: who called which API with what, and what came of it. Text that is absent is an empty string, a
 * tree that is absent is a missing or null node; nothing here is ever null.
 *
 * @param eventId unique for a record
 * @param eventSource for example {@code ec2.amazonaws.com}
 * @param eventName for example {@code RunInstances}
 * @param region the Region that was called
 * @param accountId the account that owns what was called (recipientAccountId, else the caller's)
 * @param errorCode set when the call failed (also for a dry run that would have succeeded)
 * @param time when the call was made; empty when absent or no time
 * @param json the whole record
 */
public record CloudTrailRecord(
        String eventId,
        String eventSource,
        String eventName,
        String region,
        String accountId,
        Optional<String> errorCode,
        Optional<Instant> time,
        JsonNode json) {

    private static final List<String> TREES = List.of("userIdentity", "requestParameters", "responseElements");

    /** Who called. */
    public JsonNode userIdentity() {
        return json.path("userIdentity");
    }

    /** With what; null in many failed calls. */
    public JsonNode requestParameters() {
        return json.path("requestParameters");
    }

    /** What came of it; null in failed calls and in some successful ones. */
    public JsonNode responseElements() {
        return json.path("responseElements");
    }

    /** Whether {@code json} looks like a bare CloudTrail record, without an EventBridge envelope. */
    public static boolean looksLikeOne(JsonNode json) {
        return json.path("eventSource").isString() && json.path("eventName").isString();
    }

    /** Reads a record, tolerating whatever is absent. */
    public static CloudTrailRecord of(JsonNode recorded) {
        var json = withTrees(recorded);
        var recipient = Lenient.account(json, "recipientAccountId");
        return new CloudTrailRecord(
                text(json, "eventID"),
                text(json, "eventSource"),
                text(json, "eventName"),
                text(json, "awsRegion"),
                recipient.isEmpty() ? Lenient.account(json.path("userIdentity"), "accountId") : recipient,
                Optional.of(text(json, "errorCode")).filter(code -> !code.isEmpty()),
                Lenient.instant(json, "eventTime"),
                json);
    }

    /** CloudTrail Lake and Athena show these trees as text. */
    private static JsonNode withTrees(JsonNode json) {
        var texts = TREES.stream().filter(name -> json.path(name).isString()).toList();
        if (texts.isEmpty() || !(json.deepCopy() instanceof ObjectNode copy)) {
            return json;
        }
        texts.forEach(name -> copy.set(name, Lenient.tree(copy.path(name))));
        return copy;
    }

    private static String text(JsonNode json, String name) {
        return Lenient.text(json, name);
    }
}
