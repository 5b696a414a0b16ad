package io.groundskeeper.bootstrap.removal;

/** Takes roles apart. What is gone already is as good. */
public interface RoleDeletions {

    /** Detaches a managed policy. */
    void detach(String role, String policyArn);

    /** Deletes a policy of the role's own. */
    void deletePolicy(String role, String policy);

    /** Deletes a role without policies that is in no instance profile. */
    void delete(String role);
}
