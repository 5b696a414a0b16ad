package io.groundskeeper.bootstrap.addon;

/**
 * An EKS add-on of a cluster.
 *
 * @param status CREATING, ACTIVE, CREATE_FAILED, UPDATING, UPDATE_FAILED, DELETING, DELETE_FAILED, DEGRADED or one that
 *     EKS may add
 * @param configuration its configurationValues as they were given, in JSON or YAML; empty when none were
 */
public record Addon(String name, String status, String configuration) {

    boolean isBusy() {
        return status.equals("CREATING") || status.equals("UPDATING");
    }
}
