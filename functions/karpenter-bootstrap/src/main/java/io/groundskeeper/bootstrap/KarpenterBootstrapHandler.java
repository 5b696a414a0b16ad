package io.groundskeeper.bootstrap;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.groundskeeper.bootstrap.access.AccessEntries;
import io.groundskeeper.bootstrap.access.Caller;
import io.groundskeeper.bootstrap.access.ClusterAccessStep;
import io.groundskeeper.bootstrap.access.EntriesRemovalStep;
import io.groundskeeper.bootstrap.access.Kubernetes;
import io.groundskeeper.bootstrap.access.KubernetesAccessRemovalStep;
import io.groundskeeper.bootstrap.access.NodeAccessStep;
import io.groundskeeper.bootstrap.access.RemoveAccessStep;
import io.groundskeeper.bootstrap.addon.AddOnsStep;
import io.groundskeeper.bootstrap.addon.Addons;
import io.groundskeeper.bootstrap.adoption.MarkStep;
import io.groundskeeper.bootstrap.aws.ApiServer;
import io.groundskeeper.bootstrap.aws.DiscoveryTags;
import io.groundskeeper.bootstrap.aws.Ec2Network;
import io.groundskeeper.bootstrap.aws.EksAccessEntries;
import io.groundskeeper.bootstrap.aws.EksAddons;
import io.groundskeeper.bootstrap.aws.EksClusters;
import io.groundskeeper.bootstrap.aws.EksExistence;
import io.groundskeeper.bootstrap.aws.EksPodIdentities;
import io.groundskeeper.bootstrap.aws.EksPods;
import io.groundskeeper.bootstrap.aws.IamInstanceProfiles;
import io.groundskeeper.bootstrap.aws.IamOidcProviders;
import io.groundskeeper.bootstrap.aws.IamProviders;
import io.groundskeeper.bootstrap.aws.IamRoleDeletions;
import io.groundskeeper.bootstrap.aws.IamRoles;
import io.groundskeeper.bootstrap.aws.IamServiceLinkedRoles;
import io.groundskeeper.bootstrap.aws.InterruptionDeletions;
import io.groundskeeper.bootstrap.aws.KarpenterInstances;
import io.groundskeeper.bootstrap.aws.KarpenterLaunchTemplates;
import io.groundskeeper.bootstrap.aws.SsmImages;
import io.groundskeeper.bootstrap.aws.TaggedLeftovers;
import io.groundskeeper.bootstrap.capacity.Capacities;
import io.groundskeeper.bootstrap.capacity.RememberedCapacities;
import io.groundskeeper.bootstrap.cluster.ClusterSettings;
import io.groundskeeper.bootstrap.cluster.Clusters;
import io.groundskeeper.bootstrap.controller.ClusterContents;
import io.groundskeeper.bootstrap.controller.ClusterObjects;
import io.groundskeeper.bootstrap.controller.ControllerPlace;
import io.groundskeeper.bootstrap.controller.ControllerStep;
import io.groundskeeper.bootstrap.controller.CrdStep;
import io.groundskeeper.bootstrap.controller.Releases;
import io.groundskeeper.bootstrap.controller.RememberedCluster;
import io.groundskeeper.bootstrap.helm.ApiContents;
import io.groundskeeper.bootstrap.helm.ApiObjects;
import io.groundskeeper.bootstrap.helm.HelmReleases;
import io.groundskeeper.bootstrap.helm.RegistryLogin;
import io.groundskeeper.bootstrap.identity.IdentityStep;
import io.groundskeeper.bootstrap.identity.OidcProviders;
import io.groundskeeper.bootstrap.identity.PodIdentities;
import io.groundskeeper.bootstrap.identity.PodIdentityRemovalStep;
import io.groundskeeper.bootstrap.kubernetes.ApiKarpenterObjects;
import io.groundskeeper.bootstrap.kubernetes.ApiNodeObjects;
import io.groundskeeper.bootstrap.network.Network;
import io.groundskeeper.bootstrap.network.NetworkStep;
import io.groundskeeper.bootstrap.network.RememberedNetwork;
import io.groundskeeper.bootstrap.nodes.MachineImages;
import io.groundskeeper.bootstrap.nodes.NodeObjects;
import io.groundskeeper.bootstrap.nodes.NodePoolStep;
import io.groundskeeper.bootstrap.nodes.SeenNodeObjects;
import io.groundskeeper.bootstrap.queue.InterruptionQueueStep;
import io.groundskeeper.bootstrap.readiness.ReadinessStep;
import io.groundskeeper.bootstrap.removal.AwsRemoval;
import io.groundskeeper.bootstrap.removal.FarewellStep;
import io.groundskeeper.bootstrap.removal.Leftovers;
import io.groundskeeper.bootstrap.removal.NodeClassRemovalStep;
import io.groundskeeper.bootstrap.removal.NodePoolRemovalStep;
import io.groundskeeper.bootstrap.removal.ProgressStep;
import io.groundskeeper.bootstrap.removal.ReachStep;
import io.groundskeeper.bootstrap.removal.Remains;
import io.groundskeeper.bootstrap.removal.UninstallStep;
import io.groundskeeper.bootstrap.role.ControllerRoleStep;
import io.groundskeeper.bootstrap.role.NodeRoleStep;
import io.groundskeeper.bootstrap.role.RememberedRoles;
import io.groundskeeper.bootstrap.role.RoleIds;
import io.groundskeeper.bootstrap.role.Roles;
import io.groundskeeper.bootstrap.role.StandingRoles;
import io.groundskeeper.bootstrap.spot.RememberedServiceLinkedRoles;
import io.groundskeeper.bootstrap.spot.ServiceLinkedRoles;
import io.groundskeeper.bootstrap.spot.SpotRoleStep;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.core.aws.AwsJsonClient;
import io.groundskeeper.core.aws.EventBridgeRules;
import io.groundskeeper.core.aws.FunctionParts;
import io.groundskeeper.core.aws.InterruptionQueues;
import io.groundskeeper.core.aws.SqsTasks;
import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.interruption.Queues;
import io.groundskeeper.core.interruption.Rules;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import io.groundskeeper.core.lambda.FunctionHandler;
import io.groundskeeper.core.task.Tasks;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.ssm.SsmClient;
import software.amazon.awssdk.services.sts.StsClient;

/** The Lambda function {@code karpenter-bootstrap}: a cluster event leads to a cluster that has Karpenter. */
public final class KarpenterBootstrapHandler implements RequestStreamHandler {

    /**
     * The parts of the world that it reads and changes.
     *
     * @param tasks the function's own queue; empty where it has none, as on one machine
     */
    public record World(
            Clusters clusters,
            Roles roles,
            Capacities capacities,
            PodIdentities podIdentities,
            OidcProviders oidcProviders,
            ServiceLinkedRoles serviceLinkedRoles,
            Network network,
            Queues queues,
            Rules rules,
            AccessEntries accessEntries,
            Kubernetes kubernetes,
            Caller caller,
            ClusterContents contents,
            Releases releases,
            ClusterObjects objects,
            NodeObjects nodeObjects,
            MachineImages machineImages,
            Addons addons,
            Remains remains,
            Leftovers leftovers,
            Optional<Tasks> tasks) {}

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
        var clock = parts.clock();
        var standing = new StandingRoles(world.roles(), clock);
        var spot = new RememberedServiceLinkedRoles(world.serviceLinkedRoles(), clock);
        var bootstrap = new Bootstrap(
                world.clusters(),
                settings -> steps(world, standing, spot, clock),
                lastly(world, standing),
                removal(world, parts),
                parts.settings());
        var clusters = world.clusters();
        var rounds = new Rounds(clusters, world.leftovers(), parts.log());
        this.handler = parts.handler(new BootstrapFunction(
                bootstrap, rounds, world.tasks(), clusters::home, parts.notifier(), parts.clock(), parts.log()));
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        handler.handleRequest(input, output, context);
    }

    private static List<Step<?, ?>> steps(World world, RoleIds standing, ServiceLinkedRoles spot, Clock clock) {
        var roles = new RememberedRoles(world.roles());
        var capacities = new RememberedCapacities(world.capacities());
        var network = new RememberedNetwork(world.network());
        var cluster = new RememberedCluster(world.contents(), world.releases(), world.objects());
        var place = new ControllerPlace(cluster, capacities, roles);
        var steps = new ArrayList<>(awsSide(world, roles, capacities, network, standing, spot));
        steps.add(new CrdStep(cluster, cluster, cluster, clock));
        steps.add(new ControllerStep(cluster, place, cluster, cluster, clock));
        steps.add(new NodePoolStep(
                cluster, new SeenNodeObjects(cluster, world.nodeObjects()), world.machineImages(), network, clock));
        steps.add(new AddOnsStep(cluster, cluster, world.addons(), clock));
        steps.add(new ReadinessStep(cluster, cluster, place, world.podIdentities(), world.oidcProviders(), clock));
        return steps;
    }

    private static List<Step<?, ?>> awsSide(
            World world,
            Roles roles,
            Capacities capacities,
            Network network,
            RoleIds standing,
            ServiceLinkedRoles spot) {
        return List.of(
                new MarkStep(world.clusters()),
                new NodeRoleStep(roles, world.remains().profiles()),
                new ControllerRoleStep(roles, capacities),
                new IdentityStep(capacities, world.podIdentities(), world.oidcProviders(), roles),
                new SpotRoleStep(spot),
                new NetworkStep(network),
                new NodeAccessStep(roles, world.accessEntries(), world.kubernetes()),
                new InterruptionQueueStep(world.queues(), world.rules()),
                new ClusterAccessStep(world.caller(), standing, world.accessEntries(), world.kubernetes()));
    }

    private static Step<?, ?> lastly(World world, RoleIds standing) {
        return new RemoveAccessStep(world.caller(), standing, world.accessEntries(), world.kubernetes());
    }

    private static Removal removal(World world, FunctionParts parts) {
        var remains = world.remains();
        var clock = parts.clock();
        return new Removal(
                world.clusters(),
                remains.existence(),
                new AwsRemoval(remains, world.roles(), world.queues(), world.rules(), world.network(), clock),
                living(world),
                parts.settings(),
                clock);
    }

    private static LivingRemoval living(World world) {
        var clusters = world.clusters();
        var roles = world.roles();
        var entries = world.accessEntries();
        var kubernetes = world.kubernetes();
        return new LivingRemoval(
                List.of(
                        ProgressStep.begun(clusters),
                        new ClusterAccessStep(world.caller(), roles, entries, kubernetes)),
                new ReachStep(world.contents(), world.remains()),
                List.of(
                        new NodePoolRemovalStep(world.remains().objects()),
                        new NodeClassRemovalStep(world.remains().objects())),
                UninstallStep.ofController(
                        world.contents(), world.releases(), world.remains().objects()),
                List.of(
                        UninstallStep.ofKinds(
                                world.contents(),
                                world.releases(),
                                world.remains().objects()),
                        new KubernetesAccessRemovalStep(kubernetes)),
                List.of(
                        ProgressStep.insideDone(clusters),
                        new PodIdentityRemovalStep(world.podIdentities()),
                        EntriesRemovalStep.ofOthers(roles, entries, kubernetes)),
                List.of(
                        EntriesRemovalStep.ofOurselves(world.caller(), roles, entries, kubernetes),
                        new FarewellStep(clusters)));
    }

    private static World world(FunctionParts parts) {
        var aws = parts.clients();
        var eks = aws.build(EksClient.builder());
        var iam = aws.build(IamClient.builder());
        var ec2 = aws.build(Ec2Client.builder());
        var events = aws.build(EventBridgeClient.builder());
        var clusters = new EksClusters(
                eks, aws.build(StsClient.builder()), aws.region().id());
        var access = new KubernetesAccess(aws, parts.settings(), parts.clock());
        var ecr = new AwsJsonClient(aws, parts.settings(), AwsJsonClient.Service.ECR);
        return new World(
                clusters,
                new IamRoles(iam),
                new EksPods(eks),
                new EksPodIdentities(eks),
                new IamOidcProviders(iam),
                new IamServiceLinkedRoles(iam),
                new Ec2Network(eks, ec2),
                new InterruptionQueues(parts.sqs(), parts.settings().find("BOOTSTRAP_QUEUE_URL")),
                new EventBridgeRules(events),
                new EksAccessEntries(eks),
                new ApiServer(access),
                clusters,
                new ApiContents(access),
                new HelmReleases(access, new RegistryLogin(ecr)),
                new ApiObjects(access, parts.clock()),
                new ApiNodeObjects(access),
                new SsmImages(aws.build(SsmClient.builder()), ec2),
                new EksAddons(eks),
                remains(eks, iam, ec2, parts.sqs(), events, access),
                new TaggedLeftovers(
                        iam,
                        parts.sqs(),
                        clusters,
                        () -> ClusterSettings.of(parts.settings(), Map.of()).rolePath()),
                parts.settings()
                        .find("BOOTSTRAP_QUEUE_URL")
                        .map(url -> new SqsTasks(
                                parts.sqs(), EventParser.BOOTSTRAP_SOURCE, url, clusters::home, parts.clock())));
    }

    private static Remains remains(
            EksClient eks,
            IamClient iam,
            Ec2Client ec2,
            SqsClient sqs,
            EventBridgeClient events,
            KubernetesAccess access) {
        return new Remains(
                new EksExistence(eks),
                new KarpenterInstances(ec2),
                new KarpenterLaunchTemplates(ec2),
                new IamInstanceProfiles(iam),
                new IamProviders(iam),
                new IamRoleDeletions(iam),
                new InterruptionDeletions(sqs, events),
                new DiscoveryTags(ec2),
                new ApiKarpenterObjects(access));
    }
}
