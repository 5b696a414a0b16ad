package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.spot.ServiceLinkedRoles;
import io.groundskeeper.core.aws.AwsCalls;
import java.util.Set;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.IamException;

/**
 * Service-linked roles by the IAM API.
 *
 * @param iam of any Region of the partition
 */
public record IamServiceLinkedRoles(IamClient iam) implements ServiceLinkedRoles {

    private static final String SERVICE = "spot.amazonaws.com";

    @Override
    public boolean hasSpot() {
        return AwsCalls.find(
                        "iam:GetRole",
                        Set.of("NoSuchEntity"),
                        () -> iam.getRole(r -> r.roleName("AWSServiceRoleForEC2Spot"))
                                .role()
                                .path())
                .filter(path -> path.equals("/aws-service-role/" + SERVICE + "/"))
                .isPresent();
    }

    @Override
    public void createSpot() {
        try {
            AwsCalls.call(
                    "iam:CreateServiceLinkedRole", () -> iam.createServiceLinkedRole(r -> r.awsServiceName(SERVICE)));
        } catch (IamException e) {
            if (!isThere(e)) {
                throw e;
            }
        }
    }

    // IAM has no code of its own for it; emulators answer as for any other role.
    private static boolean isThere(IamException e) {
        var code = AwsCalls.code(e);
        return code.equals("EntityAlreadyExists")
                || (code.startsWith("InvalidInput")
                        && String.valueOf(e.getMessage()).contains("has been taken"));
    }
}
