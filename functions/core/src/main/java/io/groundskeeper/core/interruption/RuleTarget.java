package io.groundskeeper.core.interruption;

/**
 * Where a rule sends events.
 *
 * @param id unique in a rule
 * @param unaltered whether it gets the event itself: no input of its own, no path, no transformer
 */
public record RuleTarget(String id, String arn, boolean unaltered) {}
