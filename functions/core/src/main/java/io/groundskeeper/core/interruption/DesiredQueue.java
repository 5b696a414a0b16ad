package io.groundskeeper.core.interruption;

import io.groundskeeper.core.interruption.Difference.Subject;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.json.MalformedJsonException;
import io.groundskeeper.core.json.SameJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The attributes of the interruption queue. Messages older than five minutes are of no use: the instance is gone by
 * then. A delay would be taken from the two minutes that Karpenter has.
 *
 * @param arn the queue's
 */
public record DesiredQueue(String arn) {

    /**
     * What is wrong with a queue.
     *
     * @param words what is, and what should be
     * @param attributes those to set; none when no attribute mends it
     */
    record Fault(Subject subject, String words, Map<String, String> attributes) {
        Fault {
            attributes = Map.copyOf(attributes);
        }
    }

    private static final String SIZE = "MaximumMessageSize";
    // Events are up to 256 KiB: a queue that takes less would lose some without a word.
    private static final int SMALLEST = 262_144;
    private static final String RETENTION = "MessageRetentionPeriod";
    private static final String SECONDS_KEPT = "300";
    private static final String DELAY = "DelaySeconds";
    private static final String POLICY = "Policy";
    private static final String KEY = "KmsMasterKeyId";
    private static final String MANAGED_SSE = "SqsManagedSseEnabled";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,80}");

    /** The attributes to create it with. */
    public Map<String, String> attributes() {
        return Map.of(RETENTION, SECONDS_KEPT, MANAGED_SSE, "true", POLICY, QueuePolicy.ours(arn));
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

    /**
     * Why a text is no name of a queue that Karpenter can read; empty when it is one. Karpenter's setting wants the
     * name, and many give an ARN or a URL.
     */
    public static Optional<String> faultOfName(String name) {
        if (name.startsWith("arn:")) {
            return Optional.of(
                    "%s is an ARN; Karpenter wants the queue's name, which is its last part".formatted(name));
        }
        if (name.contains("/")) {
            return Optional.of("%s is a URL; Karpenter wants the queue's name, which is its last part".formatted(name));
        }
        if (name.endsWith(".fifo")) {
            return Optional.of("%s is a FIFO queue; Karpenter wants a standard queue".formatted(name));
        }
        return NAME.matcher(name).matches()
                ? Optional.empty()
                : Optional.of(
                        "%s is no name of a queue: 1 to 80 letters, digits, hyphens and underscores".formatted(name));
    }

    /** Whether a queue is in all just as we make it; its tags are not looked at. */
    public boolean isMet(Queue queue) {
        var there = queue.attributes();
        return there.getOrDefault(KEY, "").isEmpty()
                && there.getOrDefault(MANAGED_SSE, "").equals("true")
                && samePolicy(there.getOrDefault(POLICY, ""))
                && List.of(retention(there), delay(there), size(there), kind(there)).stream()
                        .allMatch(Optional::isEmpty);
    }

    /**
     * What is wrong with a queue.
     *
     * @param key the one that it names
     * @param calls EventBridge's, for each rule that fills it
     * @param ours whether the queue is ours
     */
    List<Fault> faults(Queue queue, Key key, List<SendCall> calls, boolean ours) {
        var there = queue.attributes();
        var faults = new ArrayList<Fault>();
        kind(there).ifPresent(faults::add);
        retention(there).ifPresent(faults::add);
        delay(there).ifPresent(faults::add);
        size(there).ifPresent(faults::add);
        encryption(there, new QueueKey(arn, key, calls)).ifPresent(faults::add);
        policy(there, new QueuePolicy(arn, calls, ours)).ifPresent(faults::add);
        return faults;
    }

    private Optional<Fault> kind(Map<String, String> there) {
        return there.getOrDefault("FifoQueue", "false").equals("true") || arn.endsWith(".fifo")
                ? Optional.of(new Fault(
                        Subject.KIND_OF_QUEUE,
                        "it is a FIFO queue; Karpenter wants a standard queue, and SQS changes none into the other: make a new one",
                        Map.of()))
                : Optional.empty();
    }

    private static Optional<Fault> retention(Map<String, String> there) {
        var found = there.getOrDefault(RETENTION, "unknown");
        return found.equals(SECONDS_KEPT)
                ? Optional.empty()
                : fault(
                        Subject.RETENTION,
                        "messages are kept for %s s, not 300".formatted(found),
                        RETENTION,
                        SECONDS_KEPT);
    }

    private static Optional<Fault> delay(Map<String, String> there) {
        var found = there.getOrDefault(DELAY, "0");
        return found.equals("0")
                ? Optional.empty()
                : fault(
                        Subject.DELAY,
                        "messages are held back for %s s of the 120 that Karpenter has".formatted(found),
                        DELAY,
                        "0");
    }

    private static Optional<Fault> size(Map<String, String> there) {
        var found = Integer.parseInt(there.getOrDefault(SIZE, Integer.toString(SMALLEST)));
        return found >= SMALLEST
                ? Optional.empty()
                : fault(
                        Subject.MESSAGE_SIZE,
                        "it takes messages of %d bytes, and events have up to 262144".formatted(found),
                        SIZE,
                        Integer.toString(SMALLEST));
    }

    private static Optional<Fault> encryption(Map<String, String> there, QueueKey key) {
        var id = there.getOrDefault(KEY, "");
        if (id.isEmpty()) {
            return there.getOrDefault(MANAGED_SSE, "false").equals("true")
                    ? Optional.empty()
                    : fault(Subject.ENCRYPTION, "it is not encrypted", MANAGED_SSE, "true");
        }
        if (key.isAwsManaged(id)) {
            // Its policy cannot be changed. Both go in one call: SQS takes only one kind of encryption.
            return Optional.of(new Fault(
                    Subject.ENCRYPTION,
                    "it is encrypted by AWS's own key for SQS, which EventBridge may not use: nothing arrives",
                    Map.of(KEY, "", MANAGED_SSE, "true")));
        }
        return key.fault(id).map(words -> new Fault(Subject.ENCRYPTION, words, Map.of()));
    }

    private static Optional<Fault> policy(Map<String, String> there, QueuePolicy policy) {
        var verdict = policy.judge(there.getOrDefault(POLICY, ""));
        return verdict.faults().isEmpty()
                ? Optional.empty()
                : Optional.of(new Fault(
                        Subject.POLICY,
                        "policy: " + String.join("; ", verdict.faults()),
                        verdict.mended().map(text -> Map.of(POLICY, text)).orElse(Map.of())));
    }

    private boolean samePolicy(String found) {
        try {
            return !found.isEmpty() && SameJson.same(Json.read(found), Json.read(QueuePolicy.ours(arn)));
        } catch (MalformedJsonException e) {
            // Then it is not the same; what is wrong with it is said where it is judged.
            return false;
        }
    }

    private static Optional<Fault> fault(Subject subject, String words, String attribute, String value) {
        return Optional.of(new Fault(subject, words, Map.of(attribute, value)));
    }
}
