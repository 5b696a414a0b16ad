package io.groundskeeper.bootstrap;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.groundskeeper.bootstrap.access.ClusterAccessStep;
import io.groundskeeper.bootstrap.access.KubernetesProbe;
import io.groundskeeper.bootstrap.adoption.MarkStep;
import io.groundskeeper.bootstrap.aws.ApiServerProbe;
import io.groundskeeper.bootstrap.aws.Ec2Network;
import io.groundskeeper.bootstrap.aws.EksClusters;
import io.groundskeeper.bootstrap.aws.EksPods;
import io.groundskeeper.bootstrap.aws.EventBridgeRules;
import io.groundskeeper.bootstrap.aws.IamRoles;
import io.groundskeeper.bootstrap.aws.InterruptionQueues;
import io.groundskeeper.bootstrap.cluster.Clusters;
import io.groundskeeper.bootstrap.controller.Capacity;
import io.groundskeeper.bootstrap.controller.ClusterContents;
import io.groundskeeper.bootstrap.controller.ControllerStep;
import io.groundskeeper.bootstrap.controller.CrdStep;
import io.groundskeeper.bootstrap.controller.Releases;
import io.groundskeeper.bootstrap.helm.ApiContents;
import io.groundskeeper.bootstrap.helm.HelmReleases;
import io.groundskeeper.bootstrap.helm.RegistryLogin;
import io.groundskeeper.bootstrap.network.Network;
import io.groundskeeper.bootstrap.network.NetworkStep;
import io.groundskeeper.bootstrap.queue.InterruptionQueueStep;
import io.groundskeeper.bootstrap.queue.Queues;
import io.groundskeeper.bootstrap.queue.Rules;
import io.groundskeeper.bootstrap.role.ControllerRoleStep;
import io.groundskeeper.bootstrap.role.NodeRoleStep;
import io.groundskeeper.bootstrap.role.Roles;
import io.groundskeeper.core.aws.AwsJsonClient;
import io.groundskeeper.core.aws.FunctionParts;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import io.groundskeeper.core.lambda.FunctionHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.sts.StsClient;

/** The Lambda function {@code karpenter-bootstrap}: a cluster event leads to a cluster that has Karpenter. */
public final class KarpenterBootstrapHandler implements RequestStreamHandler {

    /** The parts of the world that it reads and changes. */
    public record World(
            Clusters clusters,
            Roles roles,
            Network network,
            Queues queues,
            Rules rules,
            KubernetesProbe kubernetes,
            ClusterContents contents,
            Capacity capacity,
            Releases releases) {}

    private final FunctionHandler handler;

    /** As Lambda starts it, from the environment. */
    public KarpenterBootstrapHandler() {
        this(FunctionParts.of(BootstrapReport.FUNCTION, System.getenv()));
    }

    private KarpenterBootstrapHandler(FunctionParts parts) {
        this(parts, world(parts));
    }

    /** @param world may be one of a test's own */
    public KarpenterBootstrapHandler(FunctionParts parts, World world) {
        var bootstrap = new Bootstrap(
                world.clusters(),
                List.of(
                        new MarkStep(world.clusters()),
                        new NodeRoleStep(world.roles()),
                        new ControllerRoleStep(world.roles()),
                        new NetworkStep(world.network()),
                        new InterruptionQueueStep(world.queues(), world.rules()),
                        new ClusterAccessStep(world.kubernetes()),
                        new CrdStep(world.contents(), world.releases(), parts.clock()),
                        new ControllerStep(
                                world.contents(), world.capacity(), world.roles(), world.releases(), parts.clock())),
                parts.settings());
        var clusters = world.clusters();
        this.handler = parts.handler(new BootstrapFunction(bootstrap, clusters::home, parts.notifier(), parts.log()));
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        handler.handleRequest(input, output, context);
    }

    private static World world(FunctionParts parts) {
        var aws = parts.clients();
        var eks = aws.build(EksClient.builder());
        var access = new KubernetesAccess(aws, parts.settings(), parts.clock());
        var ecr = new AwsJsonClient(aws, parts.settings(), AwsJsonClient.Service.ECR);
        return new World(
                new EksClusters(
                        eks, aws.build(StsClient.builder()), aws.region().id()),
                new IamRoles(aws.build(IamClient.builder())),
                new Ec2Network(eks, aws.build(Ec2Client.builder())),
                new InterruptionQueues(parts.sqs()),
                new EventBridgeRules(aws.build(EventBridgeClient.builder())),
                new ApiServerProbe(access),
                new ApiContents(access),
                new EksPods(eks),
                new HelmReleases(access, new RegistryLogin(ecr)));
    }
}
