package io.groundskeeper.core.event;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where an event came by. EventBridge delivers within one account and Region, so that this says what an envelope leaves
 * out. Each part is an empty string when it is not known.
 *
 * @param account of the queue or function that got the event
 * @param region of the queue or function that got the event
 */
public record Origin(String account, String region) {

    /** Nothing is known about it. */
    public static final Origin UNKNOWN = new Origin("", "");

    private static final Pattern ARN =
            Pattern.compile("arn:[a-z-]+:[a-z0-9-]+:(?<region>[a-z0-9-]*):(?<account>[0-9]{12}):.+");

    /** @param arn of the queue or function that got the event; anything else says nothing */
    public static Origin of(String arn) {
        var parts = ARN.matcher(arn);
        return parts.matches() ? new Origin(parts.group("account"), parts.group("region")) : UNKNOWN;
    }

    /** The account that an ARN names; many name none. */
    static Optional<String> account(String arn) {
        return Optional.of(of(arn).account()).filter(account -> !account.isEmpty());
    }
}
