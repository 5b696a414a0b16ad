package io.groundskeeper.core.tagpolicy;

/**
 * A tag that must be there.
 *
 * @param key in its exact case
 * @param allowed its values
 */
public record RequiredTag(String key, AllowedValues allowed) {}
