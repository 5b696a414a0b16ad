package io.groundskeeper.local.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.groundskeeper.bootstrap.KarpenterBootstrapHandler;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.eks.model.AccessScopeType;
import software.amazon.awssdk.services.iam.model.InstanceProfile;
import tools.jackson.databind.JsonNode;

/** Removing Karpenter from a cluster that lives on, with Helm itself, while the stand-in plays Karpenter. */
class RemovalOnStandInsIT {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    private static BootstrapWorld world;
    private static KarpenterBootstrapHandler function;

    @BeforeAll
    static void start() {
        world = new BootstrapWorld(Duration.ofMillis(300));
        function = world.reaching(Map.of());
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    @Test
    void bootstrappedClusterWithNodes_isAsItWasBefore() {
        bootstrapped("dev");
        claim("dev", "default-a");

        var plan = world.answer(function, "{\"cluster\":\"dev\",\"remove\":true,\"dryRun\":true}");
        assertThat(plan.path("status").asString()).as("%s", plan).isEqualTo("PLANNED");
        assertThat(plan.toString())
                .contains("NodePool default", "EC2NodeClass default", "Helm release kube-system/karpenter");
        assertThat(world.recorder().writes()).isEmpty();

        var first = remove("dev");
        assertThat(first.path("status").asString()).as("%s", first).isEqualTo("WAITING");
        assertThat(first.path("reason").asString()).contains("default-a");

        var last = untilNothingIsWaitedFor("dev");
        assertThat(last.path("status").asString()).as("%s", last).isEqualTo("DELETED");
        assertThat(world.eks().listAccessEntries(r -> r.clusterName("dev")).accessEntries())
                .noneMatch(entry -> entry.contains("/groundskeeper"));
        lookInside("dev");
        assertThat(crds("dev")).isEmpty();
        long releases = world.inside(
                endpoint("dev"),
                client ->
                        client
                                .secrets()
                                .inNamespace("kube-system")
                                .withLabel("owner", "helm")
                                .list()
                                .getItems()
                                .stream()
                                .count());
        assertThat(releases).isZero();
        long roles = world.inside(
                endpoint("dev"),
                client -> client.rbac().clusterRoles().list().getItems().stream()
                        .filter(role -> role.getMetadata().getName().equals("groundskeeper-interruption"))
                        .count());
        assertThat(roles).isZero();
        assertThat(world.eks()
                        .listPodIdentityAssociations(r -> r.clusterName("dev"))
                        .associations())
                .isEmpty();
        assertThat(world.iam().listRoles(r -> r.pathPrefix("/groundskeeper/")).roles())
                .noneMatch(role -> role.roleName().contains("Role-dev-"));
        assertThat(world.sqs()
                        .listQueues(r -> r.queueNamePrefix("Karpenter-dev"))
                        .queueUrls())
                .isEmpty();
        assertThat(world.describe("dev").tags()).isEqualTo(Map.of("groundskeeper/karpenter", "skip"));

        assertThat(remove("dev").path("status").asString()).isEqualTo("SKIPPED");
        assertThat(world.recorder().writes()).isEmpty();
    }

    @Test
    void nodePoolOfSomeoneElse_keepsKarpentersKinds() {
        bootstrapped("shared");
        apply("shared", "someone", "NodePool", "karpenter.sh/v1", "team-a", poolSpec());
        var last = untilNothingIsWaitedFor("shared");
        assertThat(last.path("status").asString()).as("%s", last).isEqualTo("DELETED");
        assertThat(last.path("reason").asString()).contains("karpenter-crd stays", "team-a");
        lookInside("shared");
        assertThat(crds("shared")).isNotEmpty();
    }

    @Test
    void isolatedVpc_karpenterGetsAnInstanceProfileThatGoesWithIt() {
        world.cluster("isolated", "API_AND_CONFIG_MAP", world.admin());
        var arn = world.describe("isolated").arn();
        world.eks().tagResource(r -> r.resourceArn(arn).tags(Map.of("groundskeeper/isolated-vpc", "true")));
        ready("isolated");
        assertThat(profiles("isolated"))
                .singleElement()
                .satisfies(profile -> assertThat(profile.path()).isEqualTo("/groundskeeper/"));
        var again = untilReady("isolated");
        assertThat(again.path("status").asString()).as("%s", again).isEqualTo("READY");
        assertThat(world.recorder().writes()).isEmpty();
        assertThat(untilNothingIsWaitedFor("isolated").path("status").asString())
                .isEqualTo("DELETED");
        assertThat(profiles("isolated")).isEmpty();
    }

    private static List<InstanceProfile> profiles(String cluster) {
        return world.iam().listInstanceProfiles().instanceProfiles().stream()
                .filter(profile -> profile.instanceProfileName().contains("-" + cluster + "-"))
                .toList();
    }

    private static void bootstrapped(String name) {
        world.cluster(name, "API_AND_CONFIG_MAP", world.admin());
        ready(name);
    }

    private static void ready(String name) {
        world.nodeGroup(name, "base");
        var cluster = untilReady(name);
        assertThat(cluster.path("status").asString()).as("%s", cluster).isEqualTo("READY");
        assertThat(crds(name)).isNotEmpty();
    }

    /** Lets whoever looks at what was left into the cluster again. */
    private static void lookInside(String name) {
        var role = world.role("groundskeeper-karpenter-bootstrap-").arn();
        world.eks().createAccessEntry(r -> r.clusterName(name).principalArn(role));
        world.eks()
                .associateAccessPolicy(r -> r.clusterName(name)
                        .principalArn(role)
                        .policyArn("arn:aws:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy")
                        .accessScope(scope -> scope.type(AccessScopeType.CLUSTER)));
    }

    private static JsonNode untilReady(String name) {
        for (long end = System.nanoTime() + LONGEST_WAIT.toNanos(); ; ) {
            var cluster = world.answer(function, "{\"cluster\":\"%s\"}".formatted(name));
            if (!cluster.path("status").asString().equals("WAITING") || System.nanoTime() > end) {
                return cluster;
            }
            pause();
        }
    }

    private static JsonNode untilNothingIsWaitedFor(String name) {
        for (long end = System.nanoTime() + LONGEST_WAIT.toNanos(); ; ) {
            var cluster = remove(name);
            if (!cluster.path("status").asString().equals("WAITING") || System.nanoTime() > end) {
                return cluster;
            }
            pause();
        }
    }

    private static void pause() {
        LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
    }

    private static JsonNode remove(String name) {
        return world.answer(function, "{\"cluster\":\"%s\",\"remove\":true}".formatted(name));
    }

    private static List<String> crds(String name) {
        return world.inside(
                endpoint(name),
                client -> client.apiextensions().v1().customResourceDefinitions().list().getItems().stream()
                        .map(crd -> crd.getMetadata().getName())
                        .filter(crd -> crd.contains("karpenter"))
                        .toList());
    }

    private static Map<String, Object> poolSpec() {
        return Map.of(
                "template",
                Map.of(
                        "spec",
                        Map.of(
                                "nodeClassRef",
                                Map.of("group", "karpenter.k8s.aws", "kind", "EC2NodeClass", "name", "default"),
                                "requirements",
                                List.of())));
    }

    /** A node as Karpenter starts it: owned by its NodePool, held by Karpenter's finalizer. */
    private static void claim(String cluster, String name) {
        world.inside(endpoint(cluster), client -> {
            var pool = client.genericKubernetesResources("karpenter.sh/v1", "NodePool")
                    .withName("default")
                    .get();
            var claim =
                    resource("NodeClaim", "karpenter.sh/v1", name, Map.of("nodeClassRef", Map.of("name", "default")));
            claim.getMetadata().setLabels(Map.of("karpenter.sh/nodepool", "default"));
            claim.getMetadata().setFinalizers(List.of("karpenter.sh/termination"));
            claim.addOwnerReference(pool);
            return client.resource(claim).create();
        });
    }

    private static void apply(
            String cluster, String manager, String kind, String version, String name, Map<String, Object> spec) {
        world.inside(
                endpoint(cluster),
                client -> client.resource(resource(kind, version, name, spec))
                        .fieldManager(manager)
                        .serverSideApply());
    }

    private static GenericKubernetesResource resource(
            String kind, String version, String name, Map<String, Object> spec) {
        var resource = new GenericKubernetesResource();
        resource.setKind(kind);
        resource.setApiVersion(version);
        resource.setMetadata(new ObjectMetaBuilder().withName(name).build());
        resource.setAdditionalProperty("spec", spec);
        return resource;
    }

    private static ClusterEndpoint endpoint(String name) {
        return ClusterEndpoint.of(world.describe(name));
    }
}
