package io.groundskeeper.benchmarks;

import io.groundskeeper.local.environment.EnvironmentClients;
import io.groundskeeper.local.http.LocalServer;
import io.groundskeeper.local.kubernetes.KarpenterState;
import io.groundskeeper.local.kubernetes.KubernetesApi;
import io.groundskeeper.local.kubernetes.PlayedNode;
import io.groundskeeper.local.kubernetes.PodKind;
import io.groundskeeper.local.moto.MotoForward;
import io.groundskeeper.local.serve.Services;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.eks.EksClient;

/** The stand-ins, with a cluster and nodes whose instances are about to be taken back. */
final class Stage implements AutoCloseable {

    private static final String CLUSTER = "bench";
    private static final int APPS = 10;

    private final Services services;
    private final EnvironmentClients clients;
    private final Ec2Client ec2;
    private final MotoForward forward;
    private final LocalServer moto;
    private final LocalServer tags;
    private int nodes;

    private Stage(Services services) {
        this.services = services;
        var environment = new HashMap<>(System.getenv());
        environment.putAll(services.environment());
        this.clients = new EnvironmentClients(environment);
        this.ec2 = clients.build(Ec2Client.builder(), "EC2");
        this.forward = new MotoForward(URI.create(services.environment().get("AWS_ENDPOINT_URL")));
        this.moto = LocalServer.start("moto", forward::send);
        this.tags = LocalServer.start("tagging", new InstanceTags(CLUSTER));
    }

    static Stage start(Path root) {
        var stage = new Stage(Services.start(root, Map.of("AWS_REGION", "us-east-1"), Duration.ofMillis(300)));
        stage.createCluster();
        return stage;
    }

    private void createCluster() {
        try (var eks = clients.build(EksClient.builder(), "EKS")) {
            var subnets = ec2.describeSubnets().subnets().stream()
                    .limit(2)
                    .map(subnet -> subnet.subnetId())
                    .toList();
            eks.createCluster(ask -> ask.name(CLUSTER)
                    .version("1.34")
                    .roleArn("arn:aws:iam::123456789012:role/eks")
                    .accessConfig(access -> access.authenticationMode("API"))
                    .resourcesVpcConfig(network -> network.subnetIds(subnets)));
            eks.waiter()
                    .waitUntilClusterActive(
                            ask -> ask.name(CLUSTER),
                            wait -> wait.waitTimeout(Duration.ofSeconds(20))
                                    .backoffStrategyV2(attempt -> Duration.ofMillis(100)));
        }
        karpenter(KarpenterState.DOWN);
    }

    EnvironmentClients clients() {
        return clients;
    }

    /** Where the stand-ins are, moto by way of one that logs requests as the others do. */
    Map<String, String> environment() {
        var environment = new HashMap<>(services.environment());
        environment.put("AWS_ENDPOINT_URL", moto.uri().toString());
        environment.put(
                "AWS_ENDPOINT_URL_RESOURCE_GROUPS_TAGGING_API", tags.uri().toString());
        return environment;
    }

    void karpenter(KarpenterState state) {
        services.eks().karpenter(CLUSTER, state);
    }

    /** So many nodes of Karpenter's with so many pods each, of ten apps named after this; their instances' ids. */
    List<String> nodes(String app, int count, int podsEach) {
        var ids = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            var id = "i-%017x".formatted(++nodes);
            PlayedNode.spot("node-" + id, id, "us-east-1a")
                    .with(PodKind.REPLICA_SET, app + "-" + nodes % APPS, podsEach)
                    .putInto(api().objects());
            ids.add(id);
        }
        api().settle();
        return ids;
    }

    /** No pod of these apps may be evicted from now on. */
    void keepAllPods(String app, int pods) {
        for (int i = 0; i < APPS; i++) {
            PlayedNode.budget(api(), app + "-" + i, pods);
        }
    }

    private KubernetesApi api() {
        return services.eks().kubernetes(CLUSTER).orElseThrow();
    }

    @Override
    public void close() {
        tags.close();
        moto.close();
        forward.close();
        ec2.close();
        services.close();
    }
}
