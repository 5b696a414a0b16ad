package io.groundskeeper.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.capacity.FargateProfile;
import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.identity.Agent;
import io.groundskeeper.bootstrap.identity.Association;
import io.groundskeeper.core.cluster.Names;
import io.groundskeeper.core.cluster.Tags;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** How Karpenter's controller gets its role. */
class IdentityTest {

    private static final String COMMAND = "{\"cluster\":\"dev\"}";
    private static final Names NAMES = new Names(FakeWorld.HOME.cluster("dev"));
    private static final String ISSUER = "oidc.eks.us-east-1.amazonaws.com/id/D0D0";
    private static final String PROVIDER = "arn:aws:iam::123456789012:oidc-provider/" + ISSUER;

    private final FunctionUnderTest function = new FunctionUnderTest();
    private final FakeWorld world = function.world;
    private final FakeIdentity identity = world.identity;

    @BeforeEach
    void cluster() {
        world.cluster("dev", Map.of());
    }

    @Test
    void clusterWithNodes_getsAgentAndAssociation() {
        function.answer(COMMAND);
        assertThat(identity.agent).isPresent();
        assertThat(identity.association.orElseThrow().roleArn()).endsWith("/groundskeeper/" + NAMES.controllerRole());
        assertThat(identity.providers).isEmpty();
        assertThat(trust().toString()).contains("pods.eks.amazonaws.com").doesNotContain("oidc");
    }

    @Test
    void fargateOnlyCluster_getsAProviderWithAudienceAndATrustByIssuer() {
        fargate();
        function.answer(COMMAND);
        assertThat(identity.providers).containsEntry(PROVIDER, Set.of("sts.amazonaws.com"));
        assertThat(identity.agent).isEmpty();
        assertThat(identity.association).isEmpty();
        var statement = trust().path("Statement").path(0);
        assertThat(trust().path("Statement").size()).isEqualTo(1);
        assertThat(statement.at("/Principal/Federated").asString()).isEqualTo(PROVIDER);
        assertThat(statement.path("Action").asString()).isEqualTo("sts:AssumeRoleWithWebIdentity");
        var equal = statement.at("/Condition/StringEquals");
        assertThat(equal.path(ISSUER + ":aud").asString()).isEqualTo("sts.amazonaws.com");
        assertThat(equal.path(ISSUER + ":sub").asString()).isEqualTo("system:serviceaccount:kube-system:karpenter");
    }

    @Test
    void nodeGroupsBesideAProfileThatTakesTheController_trustBothSoThatNoControllerLosesItsRole() {
        function.answer(COMMAND);
        assertThat(trust().toString()).contains("pods.eks.amazonaws.com").doesNotContain(ISSUER);
        world.kubernetes.nodeGroups.add("system");
        fargate();
        function.answer(COMMAND);
        assertThat(trust().toString()).contains("pods.eks.amazonaws.com", ISSUER + ":sub");
        assertThat(identity.providers).containsKey(PROVIDER);
        assertThat(identity.association).as("what runs with it goes on").isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "kube-system,'',true",
        "kube-*,'',true",
        "default,'',false",
        "kube-system,app.kubernetes.io/name=karpenter,true",
        "kube-system,app.kubernetes.io/name=karp*,true",
        "kube-system,k8s-app=kube-dns,false"
    })
    void fargateProfile_decidesIdentityAndPlacementAlike(String namespace, String label, boolean taken) {
        profile(namespace, label);
        assertThat(function.cluster(COMMAND).path("status").asString()).isEqualTo("READY");
        assertThat(identity.providers.isEmpty()).as("provider of IRSA").isEqualTo(!taken);
        assertThat(identity.association.isPresent()).as("Pod Identity").isEqualTo(!taken);
        var values = world.kubernetes.releases.get("karpenter").values();
        assertThat(values.at("/serviceAccount/annotations").has("eks.amazonaws.com/role-arn"))
                .isEqualTo(taken);
        assertThat(values.path("dnsPolicy").asString()).isEqualTo(taken ? "Default" : "ClusterFirst");
    }

    @Test
    void clusterCreatedAgainUnderItsName_getsTrustAndProviderOfItsNewIssuer() {
        fargate();
        function.answer(COMMAND);
        issuer(Optional.of("https://oidc.eks.us-east-1.amazonaws.com/id/NEW"));
        assertThat(function.cluster(COMMAND).toString()).contains("trust policy differed", "id/NEW");
        assertThat(trust().toString()).contains("id/NEW:sub").doesNotContain("D0D0");
        assertThat(identity.providers).containsKey(PROVIDER.replace("D0D0", "NEW"));
    }

    @Test
    void providerWithoutOurAudience_getsIt() {
        fargate();
        function.answer(COMMAND);
        identity.providers.put(PROVIDER, new HashSet<>(Set.of("other")));
        world.writes.clear();
        function.answer(COMMAND);
        assertThat(world.writes).containsExactly("addAudience sts.amazonaws.com");
        assertThat(identity.providers.get(PROVIDER)).containsExactlyInAnyOrder("other", "sts.amazonaws.com");
    }

    @Test
    void issuerNotThereYet_isWaitedFor() {
        fargate();
        issuer(Optional.empty());
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("WAITING");
        assertThat(cluster.path("reason").asString()).contains("issuer");
    }

    @Test
    void strangersAssociation_isReportedAndNotTakenOver() {
        identity.association = Optional.of(
                new Association("a-9", "arn:a-9", "arn:role/other", FakeIdentity.SINCE, Map.of("Team", "x")));
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("FAILED");
        assertThat(cluster.path("reason").asString()).contains("arn:a-9", "arn:role/other", "not taken over");
        assertThat(world.writes).noneMatch(write -> write.startsWith("reassociate"));
    }

    @Test
    void ourAssociationWithAnotherRole_isMended() {
        function.answer(COMMAND);
        identity.association = Optional.of(new Association(
                "a-1", "arn:a", "arn:role/old", FakeIdentity.SINCE, Tags.of(FakeWorld.HOME.cluster("dev"))));
        world.writes.clear();
        assertThat(function.answer(COMMAND).toString()).contains("role was arn:role/old, becomes");
        assertThat(world.writes)
                .containsExactly(
                        "reassociate " + world.roles.get(NAMES.controllerRole()).arn());
    }

    @Test
    void agentWhoseCreationFailed_isReportedWithItsHealth() {
        identity.agent = Optional.of(new Agent("CREATE_FAILED", List.of("AccessDenied: no")));
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("FAILED");
        assertThat(cluster.path("reason").asString())
                .contains("CREATE_FAILED", "AccessDenied: no", "delete the add-on");
        assertThat(function.said()).singleElement().asString().contains("AccessDenied: no");
    }

    @Test
    void degradedAgent_isToldAndKeepsNothingFromBeingDone() {
        identity.agent = Optional.of(new Agent("DEGRADED", List.of("InsufficientNumberOfReplicas: 1 of 2")));
        var cluster = function.cluster(COMMAND);
        assertThat(cluster.path("status").asString()).isEqualTo("READY");
        assertThat(cluster.path("reason").asString()).contains("DEGRADED", "1 of 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CREATING", "UPDATING"})
    void agentOnItsWay_isWaitedForOnlyWhenNothingElseIsLeft(String status) {
        identity.agent = Optional.of(new Agent(status, List.of()));
        assertThat(function.cluster(COMMAND).path("steps").toString()).contains("helm-controller");
        world.writes.clear();
        var again = function.cluster(COMMAND);
        assertThat(again.path("status").asString()).isEqualTo("WAITING");
        assertThat(again.path("reason").asString()).contains("eks-pod-identity-agent is " + status);
        assertThat(again.path("steps").valueStream())
                .allSatisfy(step -> assertThat(step.path("outcome").asString()).isIn("UNCHANGED", "WAITING"));
        assertThat(world.writes).isEmpty();
        assertThat(function.said()).as("only the first run").hasSize(1);
    }

    @Test
    void spotRole_isCreatedOnceForAll() {
        function.answer(COMMAND);
        assertThat(world.writes).contains("createSpot role");
        world.writes.clear();
        function.answer(COMMAND);
        assertThat(world.writes).isEmpty();
    }

    private void fargate() {
        profile("kube-system", "");
    }

    private void profile(String namespace, String label) {
        int equals = label.indexOf('=');
        var labels =
                equals < 0 ? Map.<String, String>of() : Map.of(label.substring(0, equals), label.substring(equals + 1));
        world.kubernetes.profiles.clear();
        world.kubernetes.profiles.add(
                new FargateProfile("p", true, List.of(new FargateProfile.Selector(namespace, labels))));
    }

    private JsonNode trust() {
        return world.roles.get(NAMES.controllerRole()).trust();
    }

    private void issuer(Optional<String> issuer) {
        var c = world.clusters.get("dev");
        world.clusters.put(
                "dev",
                new ClusterFacts(
                        c.id(),
                        c.status(),
                        c.tags(),
                        c.kind(),
                        c.ipv6(),
                        c.vpcId(),
                        c.subnetIds(),
                        c.securityGroupId(),
                        c.endpoint(),
                        new ClusterFacts.Logins("API", issuer)));
    }
}
