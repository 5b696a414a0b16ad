package io.groundskeeper.bootstrap.removal;

import java.time.Instant;

/** A launch template that Karpenter made. */
public record LaunchTemplate(String id, String name, Instant created) {}
