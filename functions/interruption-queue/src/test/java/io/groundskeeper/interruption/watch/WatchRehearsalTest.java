package io.groundskeeper.interruption.watch;

import static io.groundskeeper.interruption.watch.Samples.INSTANCE_ID;
import static io.groundskeeper.interruption.watch.Samples.T;
import static io.groundskeeper.interruption.watch.Samples.claim;
import static io.groundskeeper.interruption.watch.Samples.cluster;
import static io.groundskeeper.interruption.watch.Samples.karpenterTags;
import static io.groundskeeper.interruption.watch.Samples.node;
import static io.groundskeeper.interruption.watch.Samples.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.interruption.aws.EksClusters;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.State;
import io.groundskeeper.interruption.cluster.Clusters;
import io.groundskeeper.interruption.cluster.Look;
import io.groundskeeper.interruption.drill.Rehearsal.Seen;
import io.groundskeeper.interruption.drill.Rehearsal.Subject;
import io.groundskeeper.interruption.kubernetes.ApiServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eks.model.Cluster;
import software.amazon.awssdk.services.eks.model.DescribeClusterRequest;
import software.amazon.awssdk.services.eks.model.DescribeClusterResponse;

/** What a drill sees by the watch's eyes. */
class WatchRehearsalTest {

    private static final Duration TIME = Duration.ofSeconds(4);

    private final TestClock clock = new TestClock(T.plusSeconds(16));
    private final FakeTags tags = new FakeTags().with(INSTANCE_ID, karpenterTags("dev"));
    private final FakeClusters clusters = new FakeClusters();
    private Map<String, String> environment = Map.of();

    @Test
    void idleKarpenter_wouldBeWaitedForAndThenNotHaveActed() {
        clusters.with("dev", cluster(State.ALIVE, List.of(node(INSTANCE_ID)), List.of(claim(INSTANCE_ID))));

        var seen = look(INSTANCE_ID);

        assertThat(seen.words())
                .contains(
                        "would now be waiting (",
                        "if nobody acted, in 9 s not handled (Karpenter runs but",
                        "would have its NodeClaim claim-" + INSTANCE_ID + " deleted");
        assertThat(seen.cluster()).contains("dev");
        assertThat(seen.decision()).isPresent();
    }

    @Test
    void karpenterThatIsDown_isSeenAtOnce() {
        clusters.with("dev", cluster(State.DOWN, List.of(node(INSTANCE_ID)), List.of(claim(INSTANCE_ID))));

        assertThat(look(INSTANCE_ID).words())
                .contains("now be not handled (Karpenter is down")
                .doesNotContain("in 9 s");
    }

    @Test
    void legs_areTimedEach() {
        clusters.with("dev", cluster(State.ALIVE, List.of(node(INSTANCE_ID)), List.of(claim(INSTANCE_ID))));
        tags.meanwhile(() -> clock.forward(Duration.ofMillis(80)));

        assertThat(look(INSTANCE_ID).tags()).contains(Duration.ofMillis(80));
    }

    @Test
    void instanceThatIsGone_isDecidedSo() {
        clusters.with("dev", cluster(State.ALIVE, List.of(), List.of()));

        var seen = look(INSTANCE_ID);
        assertThat(seen.words()).contains("gone (");
        assertThat(seen.decision()).isPresent();
    }

    @Test
    void nodeGroupsInstance_isDecidedByItsTags() {
        tags.with("i-0a1b2c3d", Map.of("eks:cluster-name", "dev", "eks:nodegroup-name", "ng"));

        var seen = look("i-0a1b2c3d");
        assertThat(seen.words()).contains("node group ng");
        assertThat(seen.decision()).isPresent();
        assertThat(clusters.calls()).isEmpty();
    }

    @Test
    void whatCannotBeFoundOut_isUndecidedAndSaysWhy() {
        tags.with("i-0a1b2c3e", karpenterTags("gone")).with("i-0a1b2c3f", karpenterTags("shut"));
        tags.with("i-0a1b2c40", Map.of("Name", "bastion"));
        clusters.failing("shut", new IllegalStateException("403 forbidden"));

        assertThat(undecided("i-0a1b2c3e")).contains("does not exist");
        assertThat(undecided("i-0a1b2c3f")).contains("could not be looked into", "403 forbidden");
        assertThat(undecided("i-0a1b2c40")).contains("no tag names a cluster");
        assertThat(undecided("i-0a1b2c41")).contains("no tags seen");
        tags.failing(new IllegalStateException("throttled"));
        assertThat(undecided("i-0a1b2c3e")).contains("tags could not be read", "throttled");
    }

    @Test
    void clusterThatHangs_costsNoOther() {
        clusters.with("dev", cluster(State.ALIVE, List.of(node(INSTANCE_ID)), List.of(claim(INSTANCE_ID))));
        tags.with("i-0a1b2c3e", karpenterTags("hung"));
        clusters.hanging("hung");

        var seen = rehearsal(clusters).of(List.of(subject("i-0a1b2c3e"), subject(INSTANCE_ID)), Duration.ofMillis(300));

        assertThat(seen.getFirst().words()).contains("could not be looked into", "no answer");
        assertThat(seen.getLast().decision()).isPresent();
    }

    @Test
    void clusterOfAutoModeOrNoneOfOurs_isSaid() {
        tags.with("i-0a1b2c3e", karpenterTags("auto")).with("i-0a1b2c3f", karpenterTags("foreign"));
        clusters.with("auto", new Look.AutoMode()).with("foreign", new Look.NotOurs("it does not let us in"));

        assertThat(look("i-0a1b2c3e").words()).contains("EKS Auto Mode");
        assertThat(look("i-0a1b2c3e").decision()).isPresent();
        assertThat(undecided("i-0a1b2c3f")).contains("does not let us in");
    }

    @Test
    void drillOfANodeThatWouldBeDrained_changesNothing() {
        var down = new FakeCluster(clock)
                .with(cluster(State.DOWN, List.of(node(INSTANCE_ID)), List.of(claim(INSTANCE_ID))))
                .with("node-" + INSTANCE_ID, pod("web"), Duration.ZERO);
        clusters.with("dev", down);

        assertThat(look(INSTANCE_ID).words()).contains("cordoned and drained");
        assertThat(down.changes()).isEmpty();
    }

    /** No class of a drill, nor what it asks of the watch, so much as knows the calls that change a cluster. */
    @Test
    void drill_hasNoWayToChangeACluster() throws IOException {
        var classes = new ArrayList<Path>();
        for (var folder : List.of("drill", "watch")) {
            try (var files = Files.list(Path.of("target/classes/io/groundskeeper/interruption", folder))) {
                files.filter(file -> folder.equals("drill")
                                || file.getFileName().toString().startsWith("WatchRehearsal"))
                        .forEach(classes::add);
            }
        }
        assertThat(classes)
                .hasSizeGreaterThan(10)
                .allSatisfy(file -> assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .doesNotContain("ClusterCalls", "io/fabric8", "watch/Acting", "watch/StepIn", "Drainer"));
    }

    @Test
    void drill_onlyReadsFromTheCluster() {
        try (var server = new ApiServer()) {
            server.with("/api/v1/nodes", 200, """
                    {"kind":"NodeList","apiVersion":"v1","items":[{"metadata":{"name":"n1"},
                     "spec":{"providerID":"aws:///us-east-1a/%s"}}]}""".formatted(INSTANCE_ID));
            server.with("/apis/karpenter.sh/v1/nodeclaims", 200, """
                    {"kind":"NodeClaimList","apiVersion":"karpenter.sh/v1","items":[{"apiVersion":"karpenter.sh/v1",
                     "kind":"NodeClaim","metadata":{"name":"c1"},"status":{"providerID":"aws:///us-east-1a/%s"}}]}""".formatted(INSTANCE_ID));
            server.with(
                    "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/karpenter-leader-election", 200, """
                    {"kind":"Lease","apiVersion":"coordination.k8s.io/v1","metadata":{"name":"karpenter-leader-election"},
                     "spec":{"holderIdentity":"k","renewTime":"2026-11-30T09:00:00.000000Z"}}""");

            var seen = rehearsal(real(server))
                    .of(List.of(subject(INSTANCE_ID)), Duration.ofSeconds(30))
                    .getFirst();

            assertThat(seen.words()).contains("Karpenter is down");
            assertThat(server.methods()).isNotEmpty().containsOnly("GET");
        }
    }

    private EksClusters real(ApiServer server) {
        var settings = Settings.of(Map.of("AWS_REGION", "us-east-1", "AWS_ENDPOINT_URL", server.url()));
        var clients = new AwsClients(
                settings, StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIDEXAMPLE", "secret")));
        var cluster = Cluster.builder()
                .name("dev")
                .status("ACTIVE")
                .endpoint(server.url())
                .certificateAuthority(ca -> ca.data(""))
                .build();
        return new EksClusters(
                region -> new OneCluster(cluster), new KubernetesAccess(clients, settings, Clock.systemUTC()), clock);
    }

    private String undecided(String instance) {
        var seen = look(instance);
        assertThat(seen.decision()).isEmpty();
        return seen.words();
    }

    private Seen look(String instance) {
        return rehearsal(clusters).of(List.of(subject(instance)), TIME).getFirst();
    }

    private WatchRehearsal rehearsal(Clusters in) {
        return new WatchRehearsal(tags, in, Settings.of(environment), clock);
    }

    private static Subject subject(String instance) {
        return new Subject("123456789012", "us-east-1", instance, T, T.plusSeconds(16));
    }

    private record OneCluster(Cluster cluster) implements EksClient {

        @Override
        public DescribeClusterResponse describeCluster(Consumer<DescribeClusterRequest.Builder> request) {
            return DescribeClusterResponse.builder().cluster(cluster).build();
        }

        @Override
        public String serviceName() {
            return "eks";
        }

        @Override
        public void close() {}
    }
}
