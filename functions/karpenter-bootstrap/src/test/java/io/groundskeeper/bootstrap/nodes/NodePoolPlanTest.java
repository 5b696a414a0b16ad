package io.groundskeeper.bootstrap.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.cluster.ClusterSettings;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.network.Selection;
import io.groundskeeper.bootstrap.network.Selection.Terms;
import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.setting.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class NodePoolPlanTest {

    private static final Terms BY_TAG = new Terms.ByTag("karpenter.sh/discovery", "dev");
    private static final ImageRelease RELEASE = new ImageRelease("v20261101");
    private static final String ROLE = "KarpenterNodeRole-dev-";

    private final Map<String, String> environment = new HashMap<>();
    private Optional<Selection> selection = Optional.of(new Selection(BY_TAG, BY_TAG));
    private ImageChoice image = new ImageChoice.Pin(RELEASE, Optional.empty());
    private Optional<String> rival = Optional.empty();
    private Custody nodeClass = new Custody.Nobodys();
    private Custody nodePool = new Custody.Nobodys();
    private boolean ipv6;

    @Test
    void nothingThere_classFirstAndThenPoolWithWhatAnExpertSets() {
        environment.put("NODE_TAGS", "Owner=platform");
        var changes = changes().changes();
        assertThat(changes)
                .extracting(change ->
                        change.described().action() + " " + change.described().resource())
                .containsExactly("CREATE EC2NodeClass default", "CREATE NodePool default");
        assertThat(changes.getFirst().described().detail())
                .contains("al2023@v20261101", ROLE, "karpenter.sh/discovery", "platform");
        assertThat(changes.getLast().described().detail())
                .isEqualTo(
                        "amd64; spot, on-demand; categories c, m, r newer than generation 2; at most 1000 CPUs and 1000Gi");
        var spec = changes.getFirst().document().path("spec");
        assertThat(spec.path("role").asString()).startsWith(ROLE);
        assertThat(spec.has("instanceProfile")).isFalse();
        assertThat(spec.path("amiSelectorTerms")).isEqualTo(Json.read("[{\"alias\":\"al2023@v20261101\"}]"));
        assertThat(spec.path("subnetSelectorTerms"))
                .isEqualTo(Json.read("[{\"tags\":{\"karpenter.sh/discovery\":\"dev\"}}]"));
        assertThat(spec.path("securityGroupSelectorTerms")).isEqualTo(spec.path("subnetSelectorTerms"));
        assertThat(spec.path("blockDeviceMappings")).isEqualTo(Json.read("""
                [{"deviceName":"/dev/xvda","ebs":{"volumeType":"gp3","volumeSize":"20Gi","encrypted":true,"deleteOnTermination":true}}]"""));
        assertThat(spec.path("metadataOptions")).isEqualTo(Json.read("""
                {"httpEndpoint":"enabled","httpProtocolIPv6":"disabled","httpPutResponseHopLimit":1,"httpTokens":"required"}"""));
        assertThat(spec.path("tags")).isEqualTo(Json.read("{\"Owner\":\"platform\"}"));
        assertThat(changes.getLast().document()).isEqualTo(Json.read("""
                {"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name":"default","labels":{"groundskeeper/managed":"true"}},
                "spec":{"template":{"spec":{"nodeClassRef":{"group":"karpenter.k8s.aws","kind":"EC2NodeClass","name":"default"},
                "requirements":[{"key":"kubernetes.io/arch","operator":"In","values":["amd64"]},
                {"key":"kubernetes.io/os","operator":"In","values":["linux"]},
                {"key":"karpenter.sh/capacity-type","operator":"In","values":["spot","on-demand"]},
                {"key":"karpenter.k8s.aws/instance-category","operator":"In","values":["c","m","r"]},
                {"key":"karpenter.k8s.aws/instance-generation","operator":"Gt","values":["2"]}],
                "expireAfter":"720h"}},
                "disruption":{"consolidationPolicy":"WhenEmptyOrUnderutilized","consolidateAfter":"1m"},
                "limits":{"cpu":"1000","memory":"1000Gi"}}}"""));
    }

    @Test
    void ownObjectsAsTheyShouldBe_nothing() {
        applied();
        image = new ImageChoice.Keep(RELEASE);
        assertThat(changes().changes()).isEmpty();
        assertThat(changes().warnings()).isEmpty();
    }

    @Test
    void newImage_isAnUpdateThatSaysWhy() {
        applied();
        image = new ImageChoice.Pin(new ImageRelease("v20261201"), Optional.of("a new image was asked for"));
        assertThat(changes().changes()).singleElement().satisfies(change -> {
            assertThat(change.kind()).isEqualTo(NodeKind.EC2_NODE_CLASS);
            assertThat(change.described())
                    .isEqualTo(
                            new Change(
                                    Change.Action.UPDATE,
                                    "EC2NodeClass default",
                                    "al2023@v20261201 is taken, since a new image was asked for; spec.amiSelectorTerms was [{\"alias\":\"al2023@v20261101\"}]"));
        });
    }

    @Test
    void changedSettings_areAppliedToBoth() {
        applied();
        image = new ImageChoice.Keep(RELEASE);
        environment.putAll(Map.of("NODE_CPU_LIMIT", "64", "NODE_TAGS", "Owner=x", "NODE_CAPACITY_TYPES", "on-demand"));
        assertThat(changes().changes())
                .extracting(change -> change.described().detail())
                .satisfiesExactly(
                        ofClass -> assertThat(ofClass).isEqualTo("spec.tags.Owner was missing"),
                        ofPool -> assertThat(ofPool)
                                .contains("spec.limits.cpu was \"1000\"", "spec.template.spec.requirements was"));
    }

    @Test
    void tagThatIsNoLongerWanted_isGivenUp() {
        environment.put("NODE_TAGS", "Owner=x");
        applied();
        image = new ImageChoice.Keep(RELEASE);
        environment.clear();
        assertThat(changes().changes()).singleElement().satisfies(change -> {
            assertThat(change.described().detail()).isEqualTo("spec.tags.Owner is no longer wanted, was \"x\"");
            assertThat(change.document().path("spec").has("tags")).isFalse();
        });
    }

    @Test
    void spotAlone_saysThatOnDemandIsAdded() {
        environment.put("NODE_CAPACITY_TYPES", "spot");
        assertThat(changes().changes().getLast().described().detail()).contains("spot, on-demand", "fallback");
    }

    @Test
    void ids_areSelectedOneByOne() {
        selection = Optional.of(
                new Selection(new Terms.ById(List.of("subnet-1", "subnet-2")), new Terms.ById(List.of("sg-1"))));
        var spec = changes().changes().getFirst().document().path("spec");
        assertThat(spec.path("subnetSelectorTerms"))
                .isEqualTo(Json.read("[{\"id\":\"subnet-1\"},{\"id\":\"subnet-2\"}]"));
        assertThat(spec.path("securityGroupSelectorTerms")).isEqualTo(Json.read("[{\"id\":\"sg-1\"}]"));
    }

    @Test
    void moreIdsThanAnEc2NodeClassTakes_areCutAndSaid() {
        var ids = IntStream.range(0, 40).mapToObj("subnet-%02d"::formatted).toList();
        selection = Optional.of(new Selection(new Terms.ById(ids), BY_TAG));
        assertThat(changes().changes().getFirst().document().at("/spec/subnetSelectorTerms"))
                .hasSize(30);
        assertThat(changes().warnings()).singleElement().asString().contains("30 subnets", "has 40");
    }

    @Test
    void ipv6Cluster_reachesMetadataByIpv6() {
        ipv6 = true;
        assertThat(changes()
                        .changes()
                        .getFirst()
                        .document()
                        .at("/spec/metadataOptions/httpProtocolIPv6")
                        .asString())
                .isEqualTo("enabled");
    }

    @Test
    void requiredTagWithoutValue_isAWarningThatNamesTheSetting() {
        environment.put("REQUIRED_TAGS", "Owner,Team");
        assertThat(changes().warnings()).singleElement().asString().contains("Owner, Team", "NODE_TAGS");
    }

    @Test
    void someoneElsesObjects_areLeftWithAWarningThatSaysHowToHandThemOver() {
        nodeClass = others("EC2NodeClass");
        nodePool = others("NodePool");
        image = new ImageChoice.Leave(Optional.empty());
        assertThat(changes().changes()).isEmpty();
        assertThat(changes().warnings())
                .satisfiesExactly(
                        ofClass -> assertThat(ofClass)
                                .contains(
                                        "made by kubectl-create",
                                        "kubectl label ec2nodeclasses.karpenter.k8s.aws default groundskeeper/managed=true"),
                        ofPool -> assertThat(ofPool)
                                .contains("kubectl label nodepools.karpenter.sh default groundskeeper/managed=true"));
    }

    @Test
    void someoneElsesClass_getsNoPoolOfOurs() {
        nodeClass = others("EC2NodeClass");
        image = new ImageChoice.Leave(Optional.empty());
        assertThat(changes().changes()).isEmpty();
        assertThat(changes().warnings()).hasSize(2).last().asString().contains("NodePool default was not made");
    }

    @Test
    void someoneElsesPool_getsNoClassOfOurs() {
        nodePool = others("NodePool");
        assertThat(changes().changes()).isEmpty();
        assertThat(changes().warnings()).singleElement().asString().contains("NodePool default");
    }

    @Test
    void mark_handsAnObjectOver() {
        for (var where : List.of("labels", "annotations")) {
            var handed = (ObjectNode)
                    Json.read("{\"metadata\":{\"%s\":{\"groundskeeper/managed\":\"true\"}}}".formatted(where));
            assertThat(Custody.of(Optional.of(handed))).isEqualTo(new Custody.Ours(handed));
        }
    }

    @Test
    void objectThatGoes_isWaitedFor() {
        applied();
        var going = ((Custody.Ours) nodePool).live().deepCopy();
        ((ObjectNode) going.path("metadata")).put("deletionTimestamp", "2026-11-30T10:00:00Z");
        nodePool = Custody.of(Optional.of(going));
        assertThat(plan())
                .isInstanceOf(Plan.Waiting.class)
                .asString()
                .contains("changes=[]", "NodePool default is being deleted since 2026-11-30");
    }

    @Test
    void rival_keepsThemFromBeingMadeButNotFromBeingKept() {
        rival = Optional.of("Cluster Autoscaler runs");
        assertThat(plan()).isEqualTo(new Plan.Skipped<>("Cluster Autoscaler runs"));
        applied();
        nodePool = new Custody.Nobodys();
        assertThat(plan()).isEqualTo(new Plan.Skipped<>("Cluster Autoscaler runs"));
        applied();
        assertThat(changes().changes()).isEmpty();
    }

    @Test
    void noImage_isRefused() {
        image = new ImageChoice.Nothing("nothing is published");
        assertThat(plan()).isEqualTo(new Plan.Refused<>("nothing is published"));
    }

    @Test
    void noNetwork_isRefused() {
        selection = Optional.empty();
        assertThat(plan()).isInstanceOf(Plan.Refused.class);
    }

    @Test
    void isolatedVpc_namesTheInstanceProfileThatIsMadeOrTheOneThatIsGiven() {
        environment.put("ISOLATED_VPC", "true");
        var made = changes().changes().getFirst().document().path("spec");
        assertThat(made.path("instanceProfile").asString()).startsWith("KarpenterNodeProfile-dev-");
        assertThat(made.has("role")).isFalse();
        environment.put("NODE_INSTANCE_PROFILE", "nodes");
        var given = changes().changes().getFirst().document().path("spec");
        assertThat(given.path("instanceProfile").asString()).isEqualTo("nodes");
        assertThat(given.has("role")).isFalse();
    }

    @Test
    void vpcThatIsIsolatedLater_isRefusedSinceKarpenterDoesNotChangeARoleToAProfile() {
        applied();
        environment.put("ISOLATED_VPC", "true");
        assertThat(plan())
                .isInstanceOfSatisfying(
                        Plan.Refused.class,
                        refused -> assertThat(refused.reason()).contains("kubectl delete ec2nodeclasses default"));
    }

    @Test
    void isolatedVpcWithSomeoneElsesClass_isHisToSolve() {
        environment.put("ISOLATED_VPC", "true");
        nodeClass = others("EC2NodeClass");
        image = new ImageChoice.Leave(Optional.empty());
        assertThat(changes().changes()).isEmpty();
    }

    @Test
    void roleThatBecomesAProfile_isRefusedSinceKarpenterDoes() {
        applied();
        environment.put("NODE_INSTANCE_PROFILE", "nodes");
        assertThat(plan())
                .isInstanceOfSatisfying(
                        Plan.Refused.class,
                        refused -> assertThat(refused.reason())
                                .contains(
                                        "spec.role", "spec.instanceProfile", "kubectl delete ec2nodeclasses default"));
    }

    @Test
    void profileThatSomeoneElseGave_isLeftAndTheRoleNotSetBesideIt() {
        applied();
        var live = (ObjectNode) ((Custody.Ours) nodeClass).live().deepCopy();
        var spec = (ObjectNode) live.path("spec");
        spec.remove("role");
        spec.put("instanceProfile", "theirs");
        ((ObjectNode) live.at("/metadata/managedFields/0/fieldsV1/f:spec")).remove("f:role");
        live.withObjectProperty("metadata").withArrayProperty("managedFields").add(Json.read("""
                        {"manager":"kubectl-edit","operation":"Update","fieldsV1":{"f:spec":{"f:instanceProfile":{}}}}"""));
        nodeClass = new Custody.Ours(live);
        assertThat(changes().changes()).isEmpty();
        assertThat(changes().warnings())
                .singleElement()
                .asString()
                .contains("spec.instanceProfile is \"theirs\" by kubectl-edit", "spec.role");
    }

    private Plan.Changes<NodeChange> changes() {
        return (Plan.Changes<NodeChange>) plan();
    }

    private Plan<NodeChange> plan() {
        return new NodePoolPlan(target(), nodeClass, nodePool, rival).plan(selection, image);
    }

    /** Both are there as we apply them under the present settings, and ours. */
    private void applied() {
        nodeClass = applied(NodeDocuments.nodeClass(target(), selection.orElseThrow(), Optional.of(RELEASE)));
        nodePool = applied(NodeDocuments.nodePool(target().settings().nodes()));
    }

    private static Custody applied(ObjectNode document) {
        var fields = Json.object();
        FieldPath.of(document).keySet().forEach(field -> {
            var at = fields;
            for (var name : field.names()) {
                at = at.withObjectProperty("f:" + name);
            }
        });
        var live = document.deepCopy();
        live.withObjectProperty("metadata")
                .putArray("managedFields")
                .addObject()
                .put("manager", "groundskeeper")
                .put("operation", "Apply")
                .set("fieldsV1", fields);
        return Custody.of(Optional.of(live));
    }

    private static Custody others(String kind) {
        JsonNode live = Json.read("""
                {"kind":"%s","metadata":{"name":"default","managedFields":[
                {"manager":"karpenter","operation":"Update","subresource":"status","time":"2026-11-01T00:00:00Z"},
                {"manager":"kubectl-create","operation":"Update","time":"2026-11-02T00:00:00Z"},
                {"manager":"kubectl-edit","operation":"Update","time":"2026-11-03T00:00:00Z"}]}}""".formatted(kind));
        return Custody.of(Optional.of(live));
    }

    private Target target() {
        return new Target(
                new ClusterFacts(
                        new ClusterId("aws", "us-east-1", "123456789012", "dev"),
                        "ACTIVE",
                        Map.of(),
                        ClusterFacts.Kind.STANDARD,
                        ipv6,
                        "vpc-1",
                        List.of("subnet-1"),
                        Optional.of("sg-1"),
                        Optional.empty(),
                        new ClusterFacts.Logins("API", Optional.empty())),
                ClusterSettings.of(Settings.of(environment), Map.of()));
    }
}
