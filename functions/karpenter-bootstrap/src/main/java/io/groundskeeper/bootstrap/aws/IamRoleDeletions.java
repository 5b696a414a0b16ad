package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.removal.RoleDeletions;
import io.groundskeeper.core.aws.AwsCalls;
import java.util.Set;
import software.amazon.awssdk.services.iam.IamClient;

/**
 * Takes roles apart by the IAM API.
 *
 * @param iam of any Region of the partition
 */
public record IamRoleDeletions(IamClient iam) implements RoleDeletions {

    private static final Set<String> ABSENT = Set.of("NoSuchEntity");

    @Override
    public void detach(String role, String policyArn) {
        AwsCalls.find(
                "iam:DetachRolePolicy",
                ABSENT,
                () -> iam.detachRolePolicy(r -> r.roleName(role).policyArn(policyArn)));
    }

    @Override
    public void deletePolicy(String role, String policy) {
        AwsCalls.find(
                "iam:DeleteRolePolicy",
                ABSENT,
                () -> iam.deleteRolePolicy(r -> r.roleName(role).policyName(policy)));
    }

    @Override
    public void delete(String role) {
        AwsCalls.find("iam:DeleteRole", ABSENT, () -> iam.deleteRole(r -> r.roleName(role)));
    }
}
