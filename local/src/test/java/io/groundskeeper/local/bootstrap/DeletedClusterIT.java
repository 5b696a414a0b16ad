package io.groundskeeper.local.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.KarpenterBootstrapHandler;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.InstanceStateName;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ec2.model.TagSpecification;
import software.amazon.awssdk.services.iam.model.OpenIDConnectProviderListEntry;
import tools.jackson.databind.JsonNode;

/** DeleteCluster by the real SDK against an AWS over HTTP: nothing is left, and only what is ours goes. */
class DeletedClusterIT {

    private static BootstrapWorld world;

    @BeforeAll
    static void start() {
        world = new BootstrapWorld(Duration.ofMillis(300));
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    @Test
    void bootstrappedCluster_leavesNothingOfOursNorOfKarpenters() {
        bootstrapped("gone");
        karpenterHasWorked("gone");
        world.delete("gone");
        var cluster = deleted("gone", Instant.now());
        assertThat(cluster.path("status").asString()).as("%s", cluster).isEqualTo("DELETED");
        assertThat(left("gone")).isEmpty();

        assertThat(deleted("gone", Instant.now()).path("status").asString()).isEqualTo("SKIPPED");
        assertThat(world.recorder().writes()).isEmpty();
    }

    @Test
    void dryRun_plansWithoutAWritingCall() {
        bootstrapped("planned");
        karpenterHasWorked("planned");
        world.delete("planned");
        int before = left("planned").size();
        var cluster = event(world.reaching(Map.of("DRY_RUN", "true")), "planned", Instant.now());
        assertThat(cluster.path("status").asString()).as("%s", cluster).isEqualTo("PLANNED");
        assertThat(world.recorder().writes()).isEmpty();
        assertThat(left("planned")).hasSize(before);
    }

    @Test
    void clusterOfThatNameCreatedAfterwards_keepsAll() {
        bootstrapped("again");
        world.delete("again");
        var deletion = Instant.now().minusSeconds(60);
        world.cluster("again", "API", world.admin());
        int before = left("again").size();
        var cluster = deleted("again", deletion);
        assertThat(cluster.path("status").asString()).isEqualTo("SKIPPED");
        assertThat(cluster.path("reason").asString()).contains("was created at");
        assertThat(world.recorder().writes()).isEmpty();
        assertThat(left("again")).hasSize(before).isNotEmpty();
    }

    @Test
    void clusterThatIsStillDeleting_isWaitedFor() {
        bootstrapped("slow");
        world.eks().deleteCluster(r -> r.name("slow"));
        var cluster = deleted("slow", Instant.now().plusSeconds(1));
        // On a slow machine it may be gone by then.
        assertThat(cluster.path("status").asString()).as("%s", cluster).isIn("WAITING", "DELETED");
        world.awaitGone("slow");
        assertThat(deleted("slow", Instant.now()).path("status").asString()).isIn("DELETED", "SKIPPED");
        assertThat(left("slow")).isEmpty();
    }

    @Test
    void runThatIsKilledAfterEachSingleChange_isFinishedByThoseThatFollow() {
        bootstrapped("killed");
        karpenterHasWorked("killed");
        world.delete("killed");
        int runs = 0;
        do {
            world.recorder().killAfter(1);
            try {
                deleted("killed", Instant.now());
            } catch (RuntimeException cut) {
                assertThat(cut).hasStackTraceContaining("killed");
            }
            assertThat(++runs).isLessThan(80);
        } while (!left("killed").isEmpty());
        world.recorder().revive();
        assertThat(runs).isGreaterThan(15);
        assertThat(deleted("killed", Instant.now()).path("status").asString()).isEqualTo("SKIPPED");
    }

    @Test
    void orphanedInstances_areListedAndStay() {
        bootstrapped("orphans");
        var instance = instance("orphans");
        world.delete("orphans");
        var cluster = deleted("orphans", Instant.now().plusSeconds(2));
        assertThat(cluster.path("status").asString()).isEqualTo("DELETED");
        assertThat(cluster.path("reason").asString())
                .contains(instance + " (", "running", "TERMINATE_ORPHANS is false");
        assertThat(state(instance)).isEqualTo(InstanceStateName.RUNNING);
        assertThat(left("orphans")).isEmpty();
    }

    @Test
    void orphanedInstances_areTerminatedWhenAllowedAndOnlyThose() {
        bootstrapped("stopped");
        var instance = instance("stopped");
        var other = instance("another");
        world.delete("stopped");
        var allowed = world.reaching(Map.of("TERMINATE_ORPHANS", "true"));
        var first = event(allowed, "stopped", Instant.now().plusSeconds(2));
        assertThat(first.path("status").asString()).as("%s", first).isEqualTo("WAITING");
        assertThat(world.recorder().writes()).containsExactly("TerminateInstances");
        var second = event(allowed, "stopped", Instant.now().plusSeconds(2));
        assertThat(second.path("status").asString()).as("%s", second).isEqualTo("DELETED");
        assertThat(state(instance)).isEqualTo(InstanceStateName.TERMINATED);
        assertThat(state(other)).isEqualTo(InstanceStateName.RUNNING);
        assertThat(left("stopped")).isEmpty();
    }

    @Test
    void leftovers_areFoundByTheScheduleWithoutAnyEvent() {
        bootstrapped("lost");
        bootstrapped("living");
        world.delete("lost");
        var report = world.whole(world.plain(), "{\"reconcile\":true}");
        assertThat(report.path("clusters").valueStream()).as("%s", report).anySatisfy(cluster -> {
            assertThat(cluster.path("cluster").asString()).isEqualTo("lost");
            assertThat(cluster.path("status").asString()).isEqualTo("DELETED");
        });
        assertThat(left("lost")).isEmpty();
        assertThat(left("living")).isNotEmpty();
    }

    private static void bootstrapped(String name) {
        world.cluster(name, "API", world.admin());
        world.fargateProfile(name, "all");
        var cluster = world.run(name, false);
        assertThat(cluster.path("status").asString()).as("%s", cluster).isEqualTo("SKIPPED");
        world.eks().deleteFargateProfile(r -> r.clusterName(name).fargateProfileName("all"));
        world.awaitNoFargateProfile(name);
        assertThat(left(name)).hasSizeGreaterThan(6);
    }

    private static JsonNode deleted(String name, Instant at) {
        return event(world.plain(), name, at);
    }

    private static JsonNode event(KarpenterBootstrapHandler function, String name, Instant at) {
        var time = at.truncatedTo(ChronoUnit.MILLIS);
        return world.answer(function, """
                {"version":"0","id":"1","detail-type":"AWS API Call via CloudTrail","source":"aws.eks",
                "account":"123456789012","time":"%1$s","region":"us-east-1","resources":[],
                "detail":{"eventTime":"%1$s","eventSource":"eks.amazonaws.com","eventName":"DeleteCluster",
                "awsRegion":"us-east-1","recipientAccountId":"123456789012","requestParameters":{"name":"%2$s"}}}""".formatted(time, name));
    }

    private static void karpenterHasWorked(String name) {
        var role = world.role("KarpenterNodeRole-" + name + "-").roleName();
        var iam = world.iam();
        iam.createInstanceProfile(r -> r.instanceProfileName(name + "_1")
                .path("/karpenter/us-east-1/%s/uid/".formatted(name))
                .tags(
                        tag("kubernetes.io/cluster/" + name, "owned"),
                        tag("topology.kubernetes.io/region", "us-east-1"),
                        tag("karpenter.k8s.aws/ec2nodeclass", "default")));
        iam.addRoleToInstanceProfile(r -> r.instanceProfileName(name + "_1").roleName(role));
        world.ec2()
                .createLaunchTemplate(r -> r.launchTemplateName("karpenter.k8s.aws/" + name)
                        .launchTemplateData(d -> d.instanceType("m5.large"))
                        .tagSpecifications(tags(ResourceType.LAUNCH_TEMPLATE, name)));
    }

    private static String instance(String cluster) {
        return world.ec2()
                .runInstances(r -> r.imageId("ami-12345678")
                        .minCount(1)
                        .maxCount(1)
                        .subnetId(world.subnets().getFirst())
                        .tagSpecifications(tags(ResourceType.INSTANCE, cluster)))
                .instances()
                .getFirst()
                .instanceId();
    }

    private static InstanceStateName state(String instance) {
        return world.ec2()
                .describeInstances(r -> r.instanceIds(instance))
                .reservations()
                .getFirst()
                .instances()
                .getFirst()
                .state()
                .name();
    }

    /** All that is there of a cluster, by the names and tags that it has. */
    private static List<String> left(String name) {
        var left = new ArrayList<String>();
        var iam = world.iam();
        iam.listRoles(r -> r.pathPrefix("/groundskeeper/")).roles().stream()
                .filter(role -> role.roleName().contains("Role-" + name + "-"))
                .forEach(role -> left.add(role.arn()));
        iam.listInstanceProfiles().instanceProfiles().stream()
                .filter(profile -> profile.path().contains("/" + name + "/"))
                .forEach(profile -> left.add(profile.arn()));
        iam.listOpenIDConnectProviders().openIDConnectProviderList().stream()
                .map(OpenIDConnectProviderListEntry::arn)
                .filter(arn -> iam.getOpenIDConnectProvider(r -> r.openIDConnectProviderArn(arn)).tags().stream()
                        .anyMatch(tag -> tag.value().equals(name)))
                .forEach(left::add);
        left.addAll(world.sqs()
                .listQueues(r -> r.queueNamePrefix("Karpenter-" + name))
                .queueUrls());
        world.events()
                .listRules(r -> r.namePrefix("Karpenter-" + name + "-"))
                .rules()
                .forEach(rule -> left.add(rule.arn()));
        var ours = Filter.builder()
                .name("tag:groundskeeper/discovery")
                .values(name)
                .build();
        var found =
                Filter.builder().name("tag:karpenter.sh/discovery").values(name).build();
        for (var filter : List.of(ours, found)) {
            world.ec2().describeSubnets(r -> r.filters(filter)).subnets().forEach(s -> left.add(s.subnetId()));
            world.ec2()
                    .describeSecurityGroups(r -> r.filters(filter))
                    .securityGroups()
                    .forEach(g -> left.add(g.groupId()));
        }
        world.ec2().describeLaunchTemplates().launchTemplates().stream()
                .filter(template -> template.launchTemplateName().equals("karpenter.k8s.aws/" + name))
                .forEach(template -> left.add(template.launchTemplateId()));
        return left;
    }

    private static software.amazon.awssdk.services.iam.model.Tag tag(String key, String value) {
        return software.amazon.awssdk.services.iam.model.Tag.builder()
                .key(key)
                .value(value)
                .build();
    }

    private static TagSpecification tags(ResourceType type, String cluster) {
        return TagSpecification.builder()
                .resourceType(type)
                .tags(Map.of(
                                "kubernetes.io/cluster/" + cluster,
                                "owned",
                                "eks:eks-cluster-name",
                                cluster,
                                "karpenter.sh/nodepool",
                                "default",
                                "karpenter.k8s.aws/ec2nodeclass",
                                "default")
                        .entrySet()
                        .stream()
                        .map(entry -> Tag.builder()
                                .key(entry.getKey())
                                .value(entry.getValue())
                                .build())
                        .toList())
                .build();
    }
}
