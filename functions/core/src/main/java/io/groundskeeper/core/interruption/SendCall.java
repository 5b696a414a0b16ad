package io.groundskeeper.core.interruption;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * EventBridge's call for one rule, as policies see it.
 *
 * @param ruleArn for which it is made
 * @param queueArn to which it sends
 */
record SendCall(String ruleArn, String queueArn) {

    static final String SERVICE = "events.amazonaws.com";

    /** The value of a condition key; empty when nobody can say. */
    Optional<String> value(String key) {
        return Optional.ofNullable(Map.of(
                        "aws:sourcearn",
                        ruleArn,
                        "aws:sourceaccount",
                        queueArn.split(":", -1)[4],
                        "aws:securetransport",
                        "true",
                        "aws:principalisawsservice",
                        "true",
                        "aws:principalservicename",
                        SERVICE,
                        "kms:encryptioncontext:aws:sqs:arn",
                        queueArn)
                .get(key.toLowerCase(Locale.ROOT)));
    }
}
