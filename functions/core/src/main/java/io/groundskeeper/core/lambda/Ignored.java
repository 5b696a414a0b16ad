package io.groundskeeper.core.lambda;

/**
 * An entry of a report's {@code ignored}: an event that nothing was done about.
 *
 * @param id the event's or the message's id
 * @param reason in words
 */
public record Ignored(String id, String reason) {}
