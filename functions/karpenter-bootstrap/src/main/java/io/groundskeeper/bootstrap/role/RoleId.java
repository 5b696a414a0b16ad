package io.groundskeeper.bootstrap.role;

/**
 * Which role of all that there are and were.
 *
 * @param arn with its path
 * @param uniqueId another one for each role, even when one is deleted and created again under its ARN
 */
public record RoleId(String arn, String uniqueId) {}
