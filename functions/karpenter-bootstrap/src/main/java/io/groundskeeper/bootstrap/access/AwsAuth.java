package io.groundskeeper.bootstrap.access;

import java.util.Optional;

/**
 * The ConfigMap aws-auth as it is.
 *
 * @param mapRoles its text, which is YAML; empty when it has none
 * @param version by which Kubernetes knows that it has not been changed since
 */
public record AwsAuth(Optional<String> mapRoles, String version) {}
