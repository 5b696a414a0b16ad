package io.groundskeeper.interruption.keeper;

import io.groundskeeper.core.interruption.DesiredState;
import io.groundskeeper.core.interruption.Found;
import io.groundskeeper.core.interruption.Hint;
import io.groundskeeper.core.interruption.Queue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What keeps Karpenter from hearing although queue and rules are in order: only a person can mend it.
 *
 * @param namedExists whether the queue that Karpenter's settings name is in this account and Region
 */
record Health(DesiredState desired, Found found, Karpenter karpenter, boolean namedExists) {

    private static final String VISIBLE = "ApproximateNumberOfMessages";
    private static final String IN_FLIGHT = "ApproximateNumberOfMessagesNotVisible";

    /** What is wrong with what Karpenter is told to read, and what stands in the way of its messages. */
    List<String> faults() {
        var faults = new ArrayList<String>();
        setting().ifPresent(faults::add);
        desired.hints(found).stream().map(Health::words).forEach(faults::add);
        return faults;
    }

    /** Whether messages wait and none is being worked on. */
    boolean hasUnread() {
        return count(VISIBLE) > 0 && count(IN_FLIGHT) == 0;
    }

    /** That nobody reads, with the likely cause. */
    String unread() {
        return "%d messages wait, and nobody has read one for 60 s. Likely cause: %s"
                .formatted(count(VISIBLE), cause());
    }

    private String cause() {
        return switch (karpenter) {
            case Karpenter.Absent() -> "there is no Deployment of Karpenter in kube-system or karpenter";
            case Karpenter.Unseen(var why) -> "unknown; the cluster could not be asked (%s)".formatted(why);
            case Karpenter.Deployed(var deployment, var queue, int ready)
            when ready == 0 -> "the controller is down: Deployment %s has no ready replica".formatted(deployment);
            case Karpenter.Deployed deployed ->
                setting()
                        .orElse("unknown; the controller runs. Check that its role may sqs:ReceiveMessage,"
                                + " sqs:DeleteMessage and sqs:GetQueueUrl on the queue, and its log");
        };
    }

    private Optional<String> setting() {
        return switch (karpenter) {
            case Karpenter.Absent absent -> Optional.empty();
            case Karpenter.Unseen(var why) ->
                Optional.of("Karpenter's settings could not be read, so the queue of our name was looked at: " + why);
            case Karpenter.Deployed deployed -> setting(deployed.queue());
        };
    }

    private Optional<String> setting(String queue) {
        if (queue.isEmpty()) {
            return Optional.of(
                    "Karpenter's settings name no interruption queue: it reads none. Set settings.interruptionQueue to "
                            + desired.queueName());
        }
        if (queue.contains(":") || queue.contains("/")) {
            return Optional.of("Karpenter's settings name the queue as %s: it must be the name alone, %s"
                    .formatted(queue, queue.substring(Math.max(queue.lastIndexOf(':'), queue.lastIndexOf('/')) + 1)));
        }
        if (queue.equals(desired.queueName())) {
            return Optional.empty();
        }
        return Optional.of("Karpenter's settings name queue %s, which %s; the queue that is kept is %s"
                .formatted(
                        queue,
                        namedExists ? "is another" : "does not exist in this account and Region",
                        desired.queueName()));
    }

    private static String words(Hint hint) {
        return switch (hint.type()) {
            case SNS_IN_POLICY ->
                "the policy lets SNS topic %s in: Karpenter deletes what comes in SNS's envelope unread, unless the"
                                .formatted(hint.arn())
                        + " subscription delivers raw messages";
        };
    }

    private int count(String attribute) {
        return found.queue()
                .map(Queue::attributes)
                .map((Map<String, String> attributes) -> attributes.getOrDefault(attribute, "0"))
                .map(Integer::parseInt)
                .orElse(0);
    }
}
