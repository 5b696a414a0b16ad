package io.groundskeeper.interruption.watch.action;

/**
 * A pod that is still on its node, and why.
 *
 * @param pod namespace and name
 */
public record Blocker(String pod, String why) {}
