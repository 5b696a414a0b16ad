package io.groundskeeper.core.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

class AwsCallsTest {

    @ParameterizedTest
    @ValueSource(strings = {"AccessDenied", "AccessDeniedException", "UnauthorizedOperation"})
    void refusalOfAnyService_namesTheAction(String code) {
        assertThatThrownBy(() -> AwsCalls.call("iam:CreateRole", () -> {
                    throw error(code);
                }))
                .isInstanceOf(MissingPermissionException.class)
                .hasMessageContainingAll("iam:CreateRole", "policy of the function's role");
    }

    @ParameterizedTest
    @ValueSource(strings = {"LimitExceeded", "LimitExceededException", "ResourceLimitExceededException"})
    void quotaOfAnyService_issue53_isSaidInWords(String code) {
        assertThatThrownBy(() -> AwsCalls.call("events:PutRule", () -> {
                    throw error(code);
                }))
                .isInstanceOf(QuotaReachedException.class)
                .hasMessageContainingAll("events:PutRule", "quota");
    }

    @Test
    void otherErrors_areLeftAsTheyAre() {
        var unfit = error("ValidationError");
        assertThatThrownBy(() -> AwsCalls.find("iam:GetRole", Set.of("NoSuchEntity"), () -> {
                    throw unfit;
                }))
                .isSameAs(unfit);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Throttling", "ThrottlingException", "RequestLimitExceeded", "TooManyRequestsException"})
    void throttlingThatLasts_isWaitedFor(String code) {
        assertThatThrownBy(() -> AwsCalls.find("ec2:DescribeSubnets", Set.of("NoSuchEntity"), () -> {
                    throw error(code);
                }))
                .isInstanceOf(NotYetException.class)
                .hasMessageContainingAll("ec2:DescribeSubnets", code);
    }

    @Test
    void absentThing_isEmpty() {
        assertThat(AwsCalls.find("iam:GetRole", Set.of("NoSuchEntity"), () -> {
                    throw error("NoSuchEntity");
                }))
                .isEmpty();
    }

    @Test
    void errorWithoutDetails_isNoRefusal() {
        var bare = AwsServiceException.builder().message("?").build();
        assertThatThrownBy(() -> AwsCalls.call("iam:GetRole", () -> {
                    throw bare;
                }))
                .isSameAs(bare);
    }

    private static AwsServiceException error(String code) {
        return AwsServiceException.builder()
                .message(code)
                .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
                .build();
    }
}
