package io.groundskeeper.core.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

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
    @CsvSource({
        // EC2's instance, EKS pod identity, Terraform by OpenID Connect, node group, Karpenter, GovCloud, China
        "arn:aws:sts::1:assumed-role/Web/i-0abc, Web/i-0abc",
        "arn:aws:sts::1:assumed-role/Pods/eks-dev-app-5d9f, Pods/eks-dev-app-5d9f",
        "arn:aws:sts::1:assumed-role/Deploy/aws-go-sdk-1700000000000000000, Deploy/aws-go-sdk-1700000000000000000",
        "arn:aws:sts::1:assumed-role/AWSServiceRoleForAmazonEKSNodegroup/EKS, AWSServiceRoleForAmazonEKSNodegroup/EKS",
        "arn:aws:sts::1:assumed-role/Karpenter-dev/1700000000000000000, Karpenter-dev/1700000000000000000",
        "arn:aws-us-gov:sts::1:assumed-role/AWSReservedSSO_Ops_0a/ann@example.gov, ann@example.gov",
        "arn:aws-cn:iam::1:user/team/ann, ann",
        "arn:aws-cn:iam::1:root, root",
        "arn:aws:sts::1:assumed-role/Web, Web",
        "arn:aws:sts::1:assumed-role/AWSReservedSSO_Ops_0a, AWSReservedSSO_Ops_0a",
    })
    void session_isNamedInEachPartition(String arn, String expected) {
        var json = Json.object().put("type", "AssumedRole").put("arn", arn);
        assertThat(UserIdentity.of(json).creator().name()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "arn:aws:iam::1:role/team/Deploy, AROA1:ci-42, Deploy/ci-42",
        "arn:aws:iam::1:role/Deploy, AROA1, Deploy",
        "arn:aws:iam::1:role/aws-reserved/sso.amazonaws.com/AWSReservedSSO_Ops_0a, AROA1:ann@example.com, ann@example.com",
    })
    void sessionWithoutArn_isNamedByItsRole(String issuer, String principalId, String expected) {
        var json = Json.object()
                .put("type", "AssumedRole")
                .put("principalId", principalId)
                .put("invokedBy", "cloudformation.amazonaws.com");
        json.putObject("sessionContext").putObject("sessionIssuer").put("arn", issuer);
        assertThat(UserIdentity.of(json).creator()).isEqualTo(new Creator(expected, "AssumedRole", null));
    }

    @ParameterizedTest
    @CsvSource({
        "'{\"type\":\"WebIdentityUser\",\"principalId\":\"oidc:app:sub\",\"userName\":\"repo:org/app\"}', repo:org/app",
        "'{\"type\":\"SAMLUser\",\"principalId\":\"idp:bob\",\"userName\":\"bob\"}', bob",
        "'{\"type\":\"Directory\",\"userName\":\"carol\"}', carol",
        "'{\"type\":\"IdentityCenterUser\",\"accountId\":\"1\",\"onBehalfOf\":{\"userId\":\"u-2\",\"identityStoreArn\":\"arn:aws:identitystore::1:identitystore/d-1\"},\"credentialId\":\"c\"}', u-2",
        "'{\"type\":\"Unknown\",\"principalId\":\"u-3\",\"userName\":\"dave@example.com\"}', dave@example.com",
        "'{\"type\":\"Root\",\"principalId\":\"1\",\"invokedBy\":\"autoscaling.amazonaws.com\"}', root",
    })
    void otherPrincipal_isNamedByWhatThereIs(String json, String expected) {
        assertThat(UserIdentity.of(Json.read(json)).creator().name()).isEqualTo(expected);
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

    @Test
    void chainOfRoles_isNamedByWhoBeganIt() {
        var json = Json.read("""
                {"type":"AssumedRole","arn":"arn:aws:sts::1:assumed-role/Deploy/ci-42",
                "sessionContext":{"sourceIdentity":"ann@example.com"}}
                """);
        assertThat(UserIdentity.of(json).creator().name()).isEqualTo("ann@example.com");
        assertThat(UserIdentity.of(json).remarks()).containsExactly("in the role session Deploy/ci-42");
    }

    @Test
    void ssoSessionWithASourceIdentity_keepsThePersonsName() {
        var json = Json.object().put("type", "AssumedRole").put("arn", SSO);
        json.putObject("sessionContext").put("sourceIdentity", "0815");
        assertThat(UserIdentity.of(json).creator().name()).isEqualTo("ann@example.com");
        assertThat(UserIdentity.of(json).remarks()).isEmpty();
    }

    @Test
    void stackWithARoleOfItsOwn_isSaidToBeThat() {
        var json = Json.object()
                .put("type", "AssumedRole")
                .put("arn", "arn:aws:sts::1:assumed-role/StackRole/AWSCloudFormation")
                .put("invokedBy", "cloudformation.amazonaws.com");
        assertThat(UserIdentity.of(json).remarks())
                .containsExactly("CloudFormation, with the role of the stack", "through cloudformation.amazonaws.com");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "'{\"sessionContext\":{\"ec2RoleDelivery\":\"2.0\"}}'; an instance, by its instance profile",
                "'{\"inScopeOf\":{\"credentialsIssuedTo\":\"arn:aws:ec2:us-east-1:1:instance/i-0abc\"}}';"
                        + " the instance i-0abc, by its instance profile",
                "'{\"inScopeOf\":{\"credentialsIssuedTo\":\"arn:aws:lambda:us-east-1:1:function:janitor\"}}';"
                        + " the Lambda function janitor",
                "'{\"sessionContext\":{\"webIdFederationData\":{\"federatedProvider\":"
                        + "\"arn:aws:iam::1:oidc-provider/token.example.com\"}}}'; signed in at token.example.com",
                "'{\"sessionContext\":{\"webIdFederationData\":{\"federatedProvider\":\"www.example.com\"}}}';"
                        + " signed in at www.example.com",
            })
    void machineOrWebIdentity_isSaidToBeOne(String more, String expected) {
        var json = (ObjectNode) Json.read(more);
        json.put("type", "AssumedRole").put("arn", "arn:aws:sts::1:assumed-role/Web/session");
        assertThat(UserIdentity.of(json).creator().name()).isEqualTo("Web/session");
        assertThat(UserIdentity.of(json).remarks()).containsExactly(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "arn:aws:sts::1:assumed-role/Deploy/ci-42, Deploy",
        "arn:aws:iam::1:role/path/Deploy, Deploy",
        "arn:aws:iam::1:user/ann, ''",
    })
    void role_isKnownByItsName(String arn, String expected) {
        assertThat(UserIdentity.of(Json.object().put("arn", arn)).role().orElse(""))
                .isEqualTo(expected);
    }
}
