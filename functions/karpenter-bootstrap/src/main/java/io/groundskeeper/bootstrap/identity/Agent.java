package io.groundskeeper.bootstrap.identity;

import java.util.List;

/**
 * The add-on eks-pod-identity-agent in a cluster.
 *
 * @param status CREATING, ACTIVE, CREATE_FAILED, UPDATING, UPDATE_FAILED, DELETING, DELETE_FAILED, DEGRADED or one that
 *     EKS may add
 * @param issues what its health says, in words
 */
public record Agent(String status, List<String> issues) {

    /** The add-on's name. */
    public static final String NAME = "eks-pod-identity-agent";

    public Agent {
        issues = List.copyOf(issues);
    }

    /** Its state in words. */
    public String described() {
        return "Add-on %s is %s%s".formatted(NAME, status, issues.isEmpty() ? "" : ": " + String.join("; ", issues));
    }
}
