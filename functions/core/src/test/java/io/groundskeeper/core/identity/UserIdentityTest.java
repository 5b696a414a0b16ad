package io.groundskeeper.core.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UserIdentityTest {

    private static final String SSO =
            "arn:aws:sts::123456789012:assumed-role/AWSReservedSSO_Admin_1b74cd717d47002b/ann@example.com";

    @ParameterizedTest
    @CsvSource({
        "IAMUser, arn:aws:iam::123456789012:user/team/ann, ann, ann",
        "IAMUser, arn:aws:iam::123456789012:user/team/ann, '', ann",
        "Root, arn:aws:iam::123456789012:root, my-alias, root",
        "AssumedRole, arn:aws:sts::123456789012:assumed-role/Deploy/ci-42, '', Deploy/ci-42",
        "AssumedRole, " + SSO + ", '', ann@example.com",
        "Unknown, " + SSO + ", '', ann@example.com",
        "FederatedUser, arn:aws:sts::123456789012:federated-user/bob, '', bob",
        "Role, arn:aws:iam::123456789012:role/path/Deploy, '', Deploy",
        "SAMLUser, '', bob@example.com, bob@example.com",
    })
    void principal_isNamedAsAPersonWould(String type, String arn, String userName, String expected) {
        var json = Json.object().put("type", type).put("arn", arn).put("userName", userName);
        assertThat(UserIdentity.of(json).creator()).isEqualTo(new Creator(expected, type, arn.isEmpty() ? null : arn));
    }

    @ParameterizedTest
    @CsvSource({
        "'{\"type\":\"AWSService\",\"invokedBy\":\"ec2.amazonaws.com\"}', ec2.amazonaws.com",
        "'{\"accountId\":\"1\",\"invokedBy\":\"s3.amazonaws.com\"}', s3.amazonaws.com",
        "'{\"type\":\"AWSAccount\",\"accountId\":\"777788889999\",\"principalId\":\"AIDA\"}', 777788889999",
        "'{\"type\":\"IdentityCenterUser\",\"onBehalfOf\":{\"userId\":\"u-1\"},\"accountId\":\"1\"}', u-1",
        "'{\"type\":\"IAMUser\",\"principalId\":\"AIDA\"}', AIDA",
    })
    void principalWithoutArn_isNamedByWhatThereIs(String json, String expected) {
        var creator = UserIdentity.of(Json.read(json)).creator();
        assertThat(creator.name()).isEqualTo(expected);
        assertThat(creator.arn()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "[]",
                "3",
                "\"x\"",
                "{}",
                "{\"type\":{},\"arn\":[1],\"sessionContext\":\"x\",\"onBehalfOf\":[]}"
            })
    void nothingUsable_isUnknown(String json) {
        var who = UserIdentity.of(Json.read(json));
        assertThat(who.creator()).isEqualTo(Creator.UNKNOWN);
        assertThat(who.service()).isEmpty();
        assertThat(who.serviceLinked()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"signin.amazonaws.com", "AWS Internal", "internal.amazonaws.com"})
    void console_isNoService(String invokedBy) {
        assertThat(UserIdentity.of(Json.object().put("invokedBy", invokedBy)).service())
                .isEmpty();
    }

    @Test
    void cloudFormation_isTheServiceThatThePersonUsed() {
        var json = Json.object()
                .put("type", "AssumedRole")
                .put("arn", SSO)
                .put("invokedBy", "cloudformation.amazonaws.com");
        var who = UserIdentity.of(json);
        assertThat(who.creator().name()).isEqualTo("ann@example.com");
        assertThat(who.service()).contains("cloudformation.amazonaws.com");
        assertThat(who.serviceLinked()).isFalse();
    }

    @Test
    void serviceLinkedRole_isRecognisedByItsIssuer() {
        var json = Json.read("""
                {"type":"AssumedRole","arn":"arn:aws:sts::1:assumed-role/X/Y","sessionContext":{"sessionIssuer":
                {"arn":"arn:aws:iam::1:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling"}}}
                """);
        assertThat(UserIdentity.of(json).serviceLinked()).isTrue();
    }
}
