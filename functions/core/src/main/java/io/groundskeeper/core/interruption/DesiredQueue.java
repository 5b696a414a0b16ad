package io.groundskeeper.core.interruption;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.json.MalformedJsonException;
import io.groundskeeper.core.json.SameJson;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The attributes of the interruption queue. Messages older than five minutes are of no use: the instance is gone by
 * then. A delay would be taken from the two minutes that Karpenter has.
 *
 * @param arn the queue's
 */
public record DesiredQueue(String arn) {

    private static final String SIZE = "MaximumMessageSize";
    private static final String SMALLEST = "262144";
    private static final String POLICY = "Policy";
    private static final String KEY = "KmsMasterKeyId";
    private static final String MANAGED_SSE = "SqsManagedSseEnabled";
    // EventBridge may not use it: its key policy cannot be changed.
    private static final String AWS_MANAGED_KEY = "alias/aws/sqs";

    /** The attributes to create it with. */
    public Map<String, String> attributes() {
        return Map.of("MessageRetentionPeriod", "300", MANAGED_SSE, "true", POLICY, policy());
    }

    /** Attributes for a reader, who wants to know what the policy does rather than its text. */
    public static String words(Map<String, String> attributes) {
        return new TreeMap<>(attributes)
                .entrySet().stream()
                        .map(each -> each.getKey().equals(POLICY)
                                ? "Policy: EventBridge and SQS may send, and only by TLS"
                                : each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining(", "));
    }

    /** The attributes to set, with their values; none when all are right. */
    public Map<String, String> missing(Map<String, String> there) {
        var missing = new TreeMap<String, String>();
        var wanted = new TreeMap<>(attributes());
        wanted.put("DelaySeconds", "0");
        var key = there.getOrDefault(KEY, "");
        if (key.equals(AWS_MANAGED_KEY)) {
            missing.put(KEY, "");
        } else if (!key.isEmpty()) {
            // A key of the owner's own is as good, and SQS takes only one kind of encryption.
            wanted.remove(MANAGED_SSE);
        }
        wanted.forEach((name, value) -> {
            var found = there.getOrDefault(name, name.equals("DelaySeconds") ? "0" : "");
            if (!(name.equals(POLICY) ? samePolicy(found) : found.equals(value))) {
                missing.put(name, value);
            }
        });
        // Events are up to 256 KiB: a queue that takes less would lose some without a word.
        if (Long.parseLong(there.getOrDefault(SIZE, SMALLEST)) < Long.parseLong(SMALLEST)) {
            missing.put(SIZE, SMALLEST);
        }
        return missing;
    }

    private boolean samePolicy(String found) {
        try {
            return !found.isEmpty() && SameJson.same(Json.read(found), Json.read(policy()));
        } catch (MalformedJsonException e) {
            // Then it is not the same, and is replaced.
            return false;
        }
    }

    // The principals end in .amazonaws.com in every partition, also in China.
    private String policy() {
        return """
                {"Version":"2012-10-17","Id":"EC2InterruptionPolicy","Statement":[\
                {"Effect":"Allow","Principal":{"Service":["events.amazonaws.com","sqs.amazonaws.com"]},\
                "Action":"sqs:SendMessage","Resource":"%1$s"},\
                {"Sid":"DenyHTTP","Effect":"Deny","Principal":"*","Action":"sqs:*","Resource":"%1$s",\
                "Condition":{"Bool":{"aws:SecureTransport":"false"}}}]}""".formatted(arn);
    }
}
