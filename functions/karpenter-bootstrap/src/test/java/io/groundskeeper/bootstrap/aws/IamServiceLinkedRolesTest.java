package io.groundskeeper.bootstrap.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.aws.MissingPermissionException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.CreateServiceLinkedRoleRequest;
import software.amazon.awssdk.services.iam.model.CreateServiceLinkedRoleResponse;
import software.amazon.awssdk.services.iam.model.GetRoleRequest;
import software.amazon.awssdk.services.iam.model.GetRoleResponse;
import software.amazon.awssdk.services.iam.model.IamException;
import software.amazon.awssdk.services.iam.model.NoSuchEntityException;

/** The service-linked role of EC2 Spot, with the answers that IAM gives. */
class IamServiceLinkedRolesTest {

    @ParameterizedTest
    @CsvSource({
        "InvalidInput, Service role name AWSServiceRoleForEC2Spot has been taken in this account",
        "InvalidInputException, Service role name AWSServiceRoleForEC2Spot has been taken in this account",
        "EntityAlreadyExists, Role with name AWSServiceRoleForspot already exists"
    })
    void roleCreatedMeanwhile_isAsGood(String code, String message) {
        assertThatCode(() -> roles("", Optional.of(error(code, message))).createSpot())
                .doesNotThrowAnyException();
    }

    @Test
    void otherInvalidInput_isAFailure() {
        var refusal = error("InvalidInput", "Service name is not valid");
        assertThatThrownBy(() -> roles("", Optional.of(refusal)).createSpot()).isSameAs(refusal);
    }

    @Test
    void missingPermission_isNamed() {
        assertThatThrownBy(() ->
                        roles("", Optional.of(error("AccessDenied", "no"))).createSpot())
                .isInstanceOf(MissingPermissionException.class)
                .hasMessageContaining("iam:CreateServiceLinkedRole");
    }

    @Test
    void role_isKnownByItsPath() {
        assertThat(roles("/aws-service-role/spot.amazonaws.com/", Optional.empty())
                        .hasSpot())
                .isTrue();
        assertThat(roles("/", Optional.empty()).hasSpot()).isFalse();
        assertThat(roles("", Optional.empty()).hasSpot()).isFalse();
    }

    private static IamServiceLinkedRoles roles(String path, Optional<IamException> refusal) {
        return new IamServiceLinkedRoles(new IamClient() {
            @Override
            public GetRoleResponse getRole(GetRoleRequest request) {
                assertThat(request.roleName()).isEqualTo("AWSServiceRoleForEC2Spot");
                if (path.isEmpty()) {
                    throw NoSuchEntityException.builder()
                            .awsErrorDetails(AwsErrorDetails.builder()
                                    .errorCode("NoSuchEntity")
                                    .build())
                            .build();
                }
                return GetRoleResponse.builder().role(r -> r.path(path)).build();
            }

            @Override
            public CreateServiceLinkedRoleResponse createServiceLinkedRole(CreateServiceLinkedRoleRequest request) {
                assertThat(request.awsServiceName()).isEqualTo("spot.amazonaws.com");
                refusal.ifPresent(e -> {
                    throw e;
                });
                return CreateServiceLinkedRoleResponse.builder().build();
            }

            @Override
            public String serviceName() {
                return "iam";
            }

            @Override
            public void close() {}
        });
    }

    private static IamException error(String code, String message) {
        return (IamException) IamException.builder()
                .message(message)
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode(code)
                        .errorMessage(message)
                        .build())
                .build();
    }
}
