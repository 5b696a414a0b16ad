package io.groundskeeper.local.eks;

import static io.groundskeeper.local.eks.EksFixture.ROLE;
import static io.groundskeeper.local.eks.EksFixture.encoded;
import static io.groundskeeper.local.eks.EksFixture.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PartRulesTest {
    private static final String ENTRIES = "/clusters/dev/access-entries";
    private static final String GROUPS = "/clusters/dev/node-groups";

    private final EksFixture eks = new EksFixture();

    @AfterEach
    void end() {
        eks.close();
    }

    @Test
    void accessEntriesInConfigMapMode_areRefused() {
        eks.active("dev", "CONFIG_MAP");
        refused(entry(ROLE, ""), 400, "InvalidRequestException", "authentication mode");
        refused(eks.call("GET", ENTRIES, ""), 400, "InvalidRequestException", "authentication mode");
    }

    @Test
    void accessEntry_isCreatedDescribedAndDeleted() {
        eks.active("dev", "API");
        assertThat(entry(ROLE, "").at("/accessEntry/username"))
                .isEqualTo("arn:aws:sts::123456789012:assumed-role/worker/{{SessionName}}");
        assertThat(eks.call("GET", ENTRIES + "/" + encoded(ROLE), "").at("/accessEntry/type"))
                .isEqualTo("STANDARD");
        refused(entry(ROLE, ""), 409, "ResourceInUseException", "already in use");
        assertThat(eks.call("DELETE", ENTRIES + "/" + encoded(ROLE), "").status())
                .isEqualTo(200);
        refused(eks.call("GET", ENTRIES + "/" + encoded(ROLE), ""), 404, "ResourceNotFoundException", ROLE);
    }

    @Test
    void badAccessEntry_isRefused() {
        eks.active("dev", "API");
        refused(entry(ROLE, ",\"kubernetesGroups\":[\"system:masters\"]"), 400, "InvalidParameterException", "system:");
        refused(
                entry(ROLE, ",\"type\":\"EC2_LINUX\",\"kubernetesGroups\":[\"a\"]"),
                400,
                "InvalidParameterException",
                "EC2_LINUX");
        refused(entry(ROLE, ",\"type\":\"OTHER\""), 400, "InvalidParameterException", "type");
        refused(
                entry("arn:aws:sts::123456789012:assumed-role/a/b", ""),
                400,
                "InvalidParameterException",
                "principalArn");
    }

    @Test
    void accessPolicy_needsAStandardEntryAndAKnownPolicy() {
        eks.active("dev", "API");
        entry(ROLE, "");
        assertThat(associate(ROLE, "AmazonEKSViewPolicy").status()).isEqualTo(200);
        assertThat(eks.call("GET", ENTRIES + "/" + encoded(ROLE) + "/access-policies", "")
                        .at("/associatedAccessPolicies/0/policyArn"))
                .endsWith("AmazonEKSViewPolicy");
        refused(associate(ROLE, "Other"), 400, "InvalidParameterException", "policyArn");
        String node = "arn:aws:iam::123456789012:role/node";
        entry(node, ",\"type\":\"EC2_LINUX\"");
        refused(associate(node, "AmazonEKSViewPolicy"), 400, "InvalidRequestException", "STANDARD");
        String one = ENTRIES + "/" + encoded(ROLE) + "/access-policies/"
                + encoded("arn:aws:eks::aws:cluster-access-policy/AmazonEKSViewPolicy");
        assertThat(eks.call("DELETE", one, "").status()).isEqualTo(200);
        refused(eks.call("DELETE", one, ""), 404, "ResourceNotFoundException", "not associated");
    }

    @Test
    void nodeGroup_needsAnActiveClusterAndARole() {
        String body = "{\"nodegroupName\":\"ng\",\"nodeRole\":\"" + ROLE + "\",\"subnets\":[\"subnet-a\"]}";
        eks.call("POST", "/clusters", "{\"name\":\"dev\"," + EksFixture.NETWORK + "}");
        refused(eks.call("POST", GROUPS, body), 400, "InvalidRequestException", "CREATING");
        eks.clock.pass(Duration.ofSeconds(3));
        refused(eks.call("POST", GROUPS, body), 400, "InvalidParameterException", "worker cannot be found");
        eks.surroundings.roles.add(ROLE);
        assertThat(eks.call("POST", GROUPS, body).at("/nodegroup/status")).isEqualTo("CREATING");
        refused(eks.call("POST", GROUPS, body), 409, "ResourceInUseException", "already exists");
        refused(eks.call("DELETE", "/clusters/dev", ""), 409, "ResourceInUseException", "attached");
        eks.clock.pass(Duration.ofSeconds(3));
        assertThat(eks.call("GET", GROUPS + "/ng", "").at("/nodegroup/status")).isEqualTo("ACTIVE");
        assertThat(eks.call("GET", GROUPS + "/ng", "").at("/nodegroup/nodegroupArn"))
                .startsWith("arn:aws:eks:us-east-1:123456789012:nodegroup/dev/ng/");
        eks.call("DELETE", GROUPS + "/ng", "");
        eks.clock.pass(Duration.ofSeconds(3));
        refused(eks.call("GET", GROUPS + "/ng", ""), 404, "ResourceNotFoundException", "ng");
    }

    @Test
    void fargateProfileAddonAndPodIdentity_areThereOnce() {
        eks.active("dev", "API");
        eks.surroundings.roles.add(ROLE);
        String profile = "{\"fargateProfileName\":\"fp\",\"podExecutionRoleArn\":\"" + ROLE
                + "\",\"subnets\":[\"subnet-a\"],\"selectors\":[{\"namespace\":\"kube-system\"}]}";
        String association =
                "{\"namespace\":\"kube-system\",\"serviceAccount\":\"karpenter\",\"roleArn\":\"" + ROLE + "\"}";
        once("fargate-profiles", profile, "/fargateProfile/fargateProfileArn");
        once("addons", "{\"addonName\":\"eks-pod-identity-agent\"}", "/addon/addonArn");
        once("pod-identity-associations", association, "/association/associationArn");
        var listed = eks.call(
                "GET", "/clusters/dev/pod-identity-associations?namespace=kube-system&serviceAccount=karpenter", "");
        assertThat(listed.body().path("associations")).hasSize(1);
        assertThat(eks.call("GET", "/clusters/dev/fargate-profiles", "").at("/fargateProfileNames/0"))
                .isEqualTo("fp");
    }

    @Test
    void fargateProfile_needsPrivateSubnetsAndSelectors() {
        eks.active("dev", "API");
        eks.surroundings.roles.add(ROLE);
        eks.surroundings.publicSubnets.add("subnet-b");
        refused(fargate("subnet-b", "{\"namespace\":\"a\"}"), 400, "InvalidParameterException", "not a private subnet");
        refused(fargate("subnet-a", ""), 400, "InvalidParameterException", "selectors");
        refused(fargate("subnet-a", "{}"), 400, "InvalidParameterException", "namespace");
        assertThat(fargate("subnet-a", "{\"namespace\":\"a\"}").status()).isEqualTo(200);
        assertThat(eks.call("DELETE", "/clusters/dev/fargate-profiles/fp", "").at("/fargateProfile/status"))
                .isEqualTo("DELETING");
    }

    private EksFixture.Answer fargate(String subnet, String selector) {
        return eks.call(
                "POST",
                "/clusters/dev/fargate-profiles",
                "{\"fargateProfileName\":\"fp\",\"podExecutionRoleArn\":\"" + ROLE + "\",\"subnets\":[\"" + subnet
                        + "\"],\"selectors\":[" + selector + "]}");
    }

    @Test
    void nodeGroupsConfiguration_changesWhenItsTimeHasPassed() {
        eks.active("dev", "API");
        eks.surroundings.roles.add(ROLE);
        String body = "{\"nodegroupName\":\"ng\",\"nodeRole\":\"" + ROLE
                + "\",\"subnets\":[\"subnet-a\"],\"labels\":{\"a\":\"1\",\"b\":\"2\"}}";
        eks.call("POST", GROUPS, body);
        String change = "{\"scalingConfig\":{\"desiredSize\":1},\"labels\":{\"addOrUpdateLabels\":{\"c\":\"3\"},"
                + "\"removeLabels\":[\"a\"]},\"taints\":{\"addOrUpdateTaints\":[{\"key\":\"k\",\"effect\":\"NO_SCHEDULE\"}]}}";
        refused(eks.call("POST", GROUPS + "/ng/update-config", change), 409, "ResourceInUseException", "CREATING");
        eks.clock.pass(Duration.ofSeconds(3));
        refused(
                eks.call("POST", GROUPS + "/ng/update-config", "{\"scalingConfig\":{\"desiredSize\":3}}"),
                400,
                "InvalidParameterException",
                "desired capacity 3");
        assertThat(eks.call("POST", GROUPS + "/ng/update-config", change).at("/update/type"))
                .isEqualTo("ConfigUpdate");
        assertThat(eks.call("GET", GROUPS + "/ng", "")
                        .body()
                        .at("/nodegroup/scalingConfig/desiredSize")
                        .asInt())
                .isEqualTo(2);
        eks.clock.pass(Duration.ofSeconds(3));
        var group = eks.call("GET", GROUPS + "/ng", "").body().path("nodegroup");
        assertThat(group.at("/scalingConfig/desiredSize").asInt()).isEqualTo(1);
        assertThat(group.at("/scalingConfig/maxSize").asInt()).isEqualTo(2);
        assertThat(group.path("labels").propertyNames()).containsExactly("b", "c");
        assertThat(group.at("/taints/0/key").asString()).isEqualTo("k");
    }

    @Test
    void clusterVersion_risesByOneOnly() {
        eks.active("dev", "API");
        String there = eks.call("GET", "/clusters/dev", "").at("/cluster/version");
        String next = "1." + (Integer.parseInt(there.substring(2)) + 1);
        refused(version("1.90"), 400, "InvalidParameterException", "from " + there + " to 1.90");
        assertThat(version(next).at("/update/type")).isEqualTo("VersionUpdate");
        refused(version(next), 409, "ResourceInUseException", "UPDATING");
        eks.clock.pass(Duration.ofSeconds(3));
        assertThat(eks.call("GET", "/clusters/dev", "").at("/cluster/version")).isEqualTo(next);
    }

    private EksFixture.Answer version(String wanted) {
        return eks.call("POST", "/clusters/dev/updates", "{\"version\":\"" + wanted + "\"}");
    }

    private void once(String path, String body, String arn) {
        assertThat(eks.call("POST", "/clusters/dev/" + path, body).at(arn)).startsWith("arn:aws:eks:");
        refused(eks.call("POST", "/clusters/dev/" + path, body), 409, "ResourceInUseException", "already exists");
    }

    private EksFixture.Answer entry(String principal, String rest) {
        return eks.call("POST", ENTRIES, "{\"principalArn\":\"" + principal + "\"" + rest + "}");
    }

    private EksFixture.Answer associate(String principal, String policy) {
        return eks.call(
                "POST",
                ENTRIES + "/" + encoded(principal) + "/access-policies",
                "{\"policyArn\":\"arn:aws:eks::aws:cluster-access-policy/" + policy
                        + "\",\"accessScope\":{\"type\":\"cluster\"}}");
    }
}
