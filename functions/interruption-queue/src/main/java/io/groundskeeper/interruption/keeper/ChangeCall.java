package io.groundskeeper.interruption.keeper;

import io.groundskeeper.core.event.CloudTrailRecord;
import io.groundskeeper.core.event.Event;
import io.groundskeeper.core.identity.UserIdentity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A call that changed a queue or a rule, as CloudTrail recorded it.
 *
 * @param queues names of queues that it is about, as far as it names any
 * @param rule the rule's name; empty when it is about a queue
 * @param who made it
 */
record ChangeCall(String name, List<String> queues, Optional<String> rule, UserIdentity who, Optional<Instant> time) {

    /** What SQS says that a deletion takes. */
    private static final Duration DELETION = Duration.ofSeconds(60);

    private static final String SQS = "sqs.amazonaws.com";
    private static final String EVENTS = "events.amazonaws.com";

    private static final Map<String, Set<String>> NAMES = Map.of(
            SQS, Set.of("DeleteQueue", "SetQueueAttributes", "PurgeQueue"),
            EVENTS, Set.of("DeleteRule", "DisableRule", "PutRule", "RemoveTargets", "PutTargets"));

    ChangeCall {
        queues = List.copyOf(queues);
    }

    /** Whether a call is of a kind that may have changed one of ours. */
    static boolean isOne(Event.ApiCall call) {
        var record = call.record();
        return NAMES.getOrDefault(record.eventSource(), Set.of()).contains(record.eventName());
    }

    /** What a call changed; empty if it failed, or was about another bus, or does not say what it was about. */
    static Optional<ChangeCall> of(CloudTrailRecord record) {
        if (record.errorCode().isPresent()) {
            return Optional.empty();
        }
        var asked = record.requestParameters();
        var call = record.eventSource().equals(SQS) ? ofQueue(record, asked) : ofRule(record, asked);
        return call.filter(found -> !found.queues.isEmpty() || found.rule.isPresent());
    }

    private static Optional<ChangeCall> ofQueue(CloudTrailRecord record, JsonNode asked) {
        var queue = last(text(asked, "queueUrl"), '/').or(() -> last(text(asked, "queueArn"), ':'));
        return Optional.of(call(record, queue.stream().toList(), Optional.empty()));
    }

    private static Optional<ChangeCall> ofRule(CloudTrailRecord record, JsonNode asked) {
        if (!isDefaultBus(text(asked, "eventBusName"))) {
            return Optional.empty();
        }
        var rule = Stream.of(
                        text(asked, "name"),
                        text(asked, "rule"),
                        text(asked, "ruleArn"),
                        text(record.responseElements(), "ruleArn"))
                .flatMap(name -> last(name, '/').stream())
                .findFirst();
        var queues = asked.path("targets")
                .valueStream()
                .map(target -> text(target, "arn"))
                .filter(arn -> arn.contains(":sqs:"))
                .flatMap(arn -> last(arn, ':').stream())
                .toList();
        return Optional.of(call(record, queues, rule));
    }

    private static ChangeCall call(CloudTrailRecord record, List<String> queues, Optional<String> rule) {
        return new ChangeCall(record.eventName(), queues, rule, UserIdentity.of(record.userIdentity()), record.time());
    }

    private static boolean isDefaultBus(String bus) {
        return bus.isEmpty() || bus.equals("default") || bus.endsWith(":event-bus/default");
    }

    private static Optional<String> last(String text, char separator) {
        return Optional.of(text.substring(text.lastIndexOf(separator) + 1)).filter(name -> !name.isEmpty());
    }

    private static String text(JsonNode json, String name) {
        return json.path(name).stringValueOpt().orElse("").strip();
    }

    /** How long it takes yet until what it did can be seen and undone; zero where that is at once. */
    Duration untilSettled(Instant now) {
        if (!name.equals("DeleteQueue")) {
            return Duration.ZERO;
        }
        var left = time.map(at -> Duration.between(now, at.plus(DELETION))).orElse(Duration.ZERO);
        return left.isPositive() && left.compareTo(DELETION) <= 0 ? left : Duration.ZERO;
    }

    /** Who made it, for a reader. */
    String changedBy() {
        return Optional.ofNullable(who.creator().name()).orElse("someone whom the record does not name");
    }

    /** Whether a queue or rule is the one that it names. */
    boolean isAbout(String arn) {
        return rule.filter(arn.substring(arn.lastIndexOf('/') + 1)::equals).isPresent()
                || queues.contains(arn.substring(arn.lastIndexOf(':') + 1));
    }

    /** It, for a reader: who did what to which, and when. */
    String words() {
        var what = rule.map(name -> "rule " + name).orElseGet(() -> "queue " + String.join(", ", queues));
        return "%s did %s on %s%s"
                .formatted(changedBy(), name, what, time.map(at -> " at " + at).orElse(""));
    }
}
