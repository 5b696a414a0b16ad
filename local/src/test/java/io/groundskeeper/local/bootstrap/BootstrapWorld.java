package io.groundskeeper.local.bootstrap;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.groundskeeper.bootstrap.KarpenterBootstrapHandler;
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
import io.groundskeeper.bootstrap.controller.ClusterContents;
import io.groundskeeper.bootstrap.controller.ClusterObjects;
import io.groundskeeper.bootstrap.controller.Releases;
import io.groundskeeper.bootstrap.helm.ApiContents;
import io.groundskeeper.bootstrap.helm.ApiObjects;
import io.groundskeeper.bootstrap.helm.HelmReleases;
import io.groundskeeper.bootstrap.helm.RegistryLogin;
import io.groundskeeper.bootstrap.kubernetes.ApiKarpenterObjects;
import io.groundskeeper.bootstrap.kubernetes.ApiNodeObjects;
import io.groundskeeper.bootstrap.nodes.MachineImages;
import io.groundskeeper.bootstrap.nodes.NodeObjects;
import io.groundskeeper.bootstrap.removal.Remains;
import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.aws.AwsJsonClient;
import io.groundskeeper.core.aws.EventBridgeRules;
import io.groundskeeper.core.aws.FunctionParts;
import io.groundskeeper.core.aws.InterruptionQueues;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.Notifier;
import io.groundskeeper.core.slack.WebhookUrl;
import io.groundskeeper.local.serve.Services;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eks.model.AddonStatus;
import software.amazon.awssdk.services.eks.model.Cluster;
import software.amazon.awssdk.services.eks.model.ClusterStatus;
import software.amazon.awssdk.services.eks.model.FargateProfileSelector;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.Role;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.ssm.SsmClient;
import software.amazon.awssdk.services.sts.StsClient;
import tools.jackson.databind.JsonNode;

/** The stand-ins, and the bootstrap function on them as its own role; every call that it makes is recorded. */
final class BootstrapWorld implements AutoCloseable {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);
    private static final String FUNCTION = "groundskeeper-karpenter-bootstrap-us-east-1";

    /** The ways into clusters. */
    private record Inside(
            ClusterContents contents, Releases releases, ClusterObjects objects, NodeObjects nodeObjects) {}

    private final CallRecorder recorder = new CallRecorder();
    private final Services services;
    private final AwsCredentialsProvider admin;
    private final AwsCredentialsProvider function;
    private final String ownQueue;
    private final KarpenterBootstrapHandler handler;
    private final KarpenterBootstrapHandler other;
    private final KubernetesAccess kubernetes;

    /** @param transition how long clusters and add-ons are CREATING */
    BootstrapWorld(Duration transition) {
        var root = Path.of(System.getProperty("groundskeeper.root", "..")).toAbsolutePath();
        services = Services.start(root, Map.of("AWS_REGION", "us-east-1"), transition);
        var keys = services.environment();
        admin = StaticCredentialsProvider.create(AwsSessionCredentials.create(
                keys.get("AWS_ACCESS_KEY_ID"), keys.get("AWS_SECRET_ACCESS_KEY"), keys.get("AWS_SESSION_TOKEN")));
        function = assumed(role(FUNCTION).arn());
        var environment = Map.of(
                "AWS_REGION",
                "us-east-1",
                "FUNCTION_ROLE_ARN",
                role(FUNCTION).arn(),
                "INTERRUPTION_ROLE_ARN",
                role("groundskeeper-interruption-queue-us-east-1").arn());
        var settings = Settings.of(environment);
        var clients = new AwsClients(settings, function);
        kubernetes = new KubernetesAccess(clients, settings, Clock.systemUTC(), recorder);
        ownQueue = sqs().createQueue(r -> r.queueName("groundskeeper-KarpenterBootstrapQueue"))
                .queueUrl();
        handler = handler(settings, clients);
        other = handler(settings, clients);
    }

    /** A function with further settings, that reaches into clusters and has Helm there. */
    KarpenterBootstrapHandler reaching(Map<String, String> more) {
        var environment = new HashMap<>(Map.of(
                "AWS_REGION",
                "us-east-1",
                "KARPENTER_CHART",
                services.environment().get("KARPENTER_CHART"),
                "FUNCTION_ROLE_ARN",
                role(FUNCTION).arn(),
                "INTERRUPTION_ROLE_ARN",
                role("groundskeeper-interruption-queue-us-east-1").arn()));
        environment.putAll(more);
        var settings = Settings.of(environment);
        var clients = new AwsClients(settings, function);
        var ecr = new AwsJsonClient(clients, settings, AwsJsonClient.Service.ECR);
        return handler(
                settings,
                clients,
                new Inside(
                        new ApiContents(kubernetes),
                        new RecordedReleases(new HelmReleases(kubernetes, new RegistryLogin(ecr)), recorder),
                        new ApiObjects(kubernetes, Clock.systemUTC()),
                        new ApiNodeObjects(kubernetes)));
    }

    private KarpenterBootstrapHandler handler(Settings settings, AwsClients clients) {
        var nobody = new NoKubernetes();
        return handler(settings, clients, new Inside(nobody, nobody, nobody, nobody));
    }

    private KarpenterBootstrapHandler handler(Settings settings, AwsClients clients, Inside inside) {
        var clock = Clock.systemUTC();
        var log = Log.of(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8), clock, "test");
        var notifier = new Notifier(new WebhookUrl(settings, secret -> ""), Optional.empty(), log);
        var eks = recorded(EksClient.builder(), "EKS");
        var iam = recorded(IamClient.builder(), "IAM");
        var sqs = recorded(SqsClient.builder(), "SQS");
        var ec2 = recorded(Ec2Client.builder(), "EC2");
        var events = recorded(EventBridgeClient.builder(), "EVENTBRIDGE");
        var clusters = new EksClusters(eks, recorded(StsClient.builder(), "STS"), "us-east-1");
        var world = new KarpenterBootstrapHandler.World(
                clusters,
                new IamRoles(iam),
                new EksPods(eks),
                new EksPodIdentities(eks),
                new IamOidcProviders(iam),
                new IamServiceLinkedRoles(iam),
                new Ec2Network(eks, ec2),
                new InterruptionQueues(sqs, Optional.of(ownQueue)),
                new EventBridgeRules(events),
                new EksAccessEntries(eks),
                new ApiServer(kubernetes),
                clusters,
                inside.contents(),
                inside.releases(),
                inside.objects(),
                inside.nodeObjects(),
                new SsmImages(recorded(SsmClient.builder(), "SSM"), ec2),
                new EksAddons(eks),
                new Remains(
                        new EksExistence(eks),
                        new KarpenterInstances(ec2),
                        new KarpenterLaunchTemplates(ec2),
                        new IamInstanceProfiles(iam),
                        new IamProviders(iam),
                        new IamRoleDeletions(iam),
                        new InterruptionDeletions(sqs, events),
                        new DiscoveryTags(ec2),
                        new ApiKarpenterObjects(kubernetes)),
                new TaggedLeftovers(iam, sqs, clusters, () -> "/groundskeeper/"),
                Optional.empty());
        return new KarpenterBootstrapHandler(new FunctionParts(settings, clock, log, clients, sqs, notifier), world);
    }

    CallRecorder recorder() {
        return recorder;
    }

    AwsCredentialsProvider admin() {
        return admin;
    }

    AwsCredentialsProvider function() {
        return function;
    }

    /** EKS's images, as the function reads them. */
    MachineImages images() {
        return new SsmImages(
                client(SsmClient.builder(), "SSM", function), client(Ec2Client.builder(), "EC2", function));
    }

    EksClient eks() {
        return client(EksClient.builder(), "EKS", admin);
    }

    IamClient iam() {
        return client(IamClient.builder(), "IAM", admin);
    }

    Ec2Client ec2() {
        return client(Ec2Client.builder(), "EC2", admin);
    }

    SqsClient sqs() {
        return client(SqsClient.builder(), "SQS", admin);
    }

    EventBridgeClient events() {
        return client(EventBridgeClient.builder(), "EVENTBRIDGE", admin);
    }

    /** Looks once at a cluster whose inside nobody reaches but for its roles; what the report says of it. */
    JsonNode run(String cluster, boolean dryRun) {
        return run(handler, cluster, dryRun);
    }

    /** Two instances of the function look at a cluster at the same time. */
    List<JsonNode> runTwice(String cluster) {
        return runAtOnce(handler, other, cluster);
    }

    /** Two functions look at a cluster at the same time. */
    List<JsonNode> runAtOnce(KarpenterBootstrapHandler one, KarpenterBootstrapHandler another, String cluster) {
        try (var both = Executors.newFixedThreadPool(2)) {
            var start = new CyclicBarrier(2);
            return both
                    .invokeAll(Stream.of(one, another)
                            .<Callable<JsonNode>>map(function -> () -> {
                                start.await();
                                return answer(function, cluster, false);
                            })
                            .toList())
                    .stream()
                    .map(BootstrapWorld::result)
                    .toList();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static JsonNode result(Future<JsonNode> run) {
        if (run.state() == Future.State.FAILED) {
            throw new AssertionError(run.exceptionNow());
        }
        return run.resultNow();
    }

    /** A run that is killed after so many writes: true if it was, false if it came to its end before. */
    boolean runKilledAfter(int writes, String cluster) {
        recorder.killAfter(writes);
        try {
            return !run(handler, cluster, false).path("status").asString().equals("SKIPPED");
        } catch (RuntimeException e) {
            return true;
        } finally {
            recorder.revive();
        }
    }

    private JsonNode run(KarpenterBootstrapHandler function, String cluster, boolean dryRun) {
        return answer(function, "{\"cluster\":\"%s\",\"dryRun\":%s}".formatted(cluster, dryRun));
    }

    /** What a function's report says of the first cluster, for any input. */
    JsonNode answer(KarpenterBootstrapHandler function, String input) {
        return whole(function, input).path("clusters").path(0);
    }

    /** A function's whole report. */
    JsonNode whole(KarpenterBootstrapHandler function, String input) {
        recorder.clear();
        return report(function, input);
    }

    private static JsonNode answer(KarpenterBootstrapHandler function, String cluster, boolean dryRun) {
        return report(function, "{\"cluster\":\"%s\",\"dryRun\":%s}".formatted(cluster, dryRun))
                .path("clusters")
                .path(0);
    }

    private static JsonNode report(KarpenterBootstrapHandler function, String input) {
        var output = new ByteArrayOutputStream();
        try {
            function.handleRequest(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), output, null);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return Json.read(output.toString(StandardCharsets.UTF_8));
    }

    void cluster(String name, String mode, AwsCredentialsProvider creator) {
        client(EksClient.builder(), "EKS", creator)
                .createCluster(r -> r.name(name)
                        .version("1.34")
                        .roleArn("arn:aws:iam::123456789012:role/eks")
                        .accessConfig(access -> access.authenticationMode(mode))
                        .resourcesVpcConfig(v -> v.subnetIds(subnets())));
        awaitActive(name);
    }

    void nodeGroup(String cluster, String name) {
        eks().createNodegroup(r ->
                r.clusterName(cluster).nodegroupName(name).subnets(subnets()).nodeRole(plainRole("nodes-" + cluster)));
    }

    /** A role for nodes or pods; its ARN. */
    String plainRole(String name) {
        return iam().createRole(
                        r -> r.roleName(name).assumeRolePolicyDocument("{\"Version\":\"2012-10-17\",\"Statement\":[]}"))
                .role()
                .arn();
    }

    void fargateProfile(String cluster, String name) {
        eks().createFargateProfile(r -> r.clusterName(cluster)
                .fargateProfileName(name)
                .podExecutionRoleArn(plainRole("pods-" + cluster))
                .subnets(subnets())
                .selectors(FargateProfileSelector.builder()
                        .namespace("kube-system")
                        .build()));
    }

    /** The function of {@link #run}. */
    KarpenterBootstrapHandler plain() {
        return handler;
    }

    /** Deletes a cluster without node groups, and waits until it is gone. */
    void delete(String cluster) {
        eks().deleteCluster(r -> r.name(cluster));
        awaitGone(cluster);
    }

    void awaitGone(String cluster) {
        await(() -> !eks().listClusters().clusters().contains(cluster));
    }

    void awaitNoFargateProfile(String cluster) {
        await(() -> eks().listFargateProfiles(r -> r.clusterName(cluster))
                .fargateProfileNames()
                .isEmpty());
    }

    void awaitActive(String cluster) {
        await(() -> describe(cluster).status() == ClusterStatus.ACTIVE);
    }

    void awaitAgent(String cluster) {
        await(() -> eks().describeAddon(r -> r.clusterName(cluster).addonName("eks-pod-identity-agent"))
                        .addon()
                        .status()
                == AddonStatus.ACTIVE);
    }

    Cluster describe(String cluster) {
        return eks().describeCluster(r -> r.name(cluster)).cluster();
    }

    String vpc(String cluster) {
        return describe(cluster).resourcesVpcConfig().vpcId();
    }

    List<String> subnets() {
        return ec2().describeSubnets().subnets().stream()
                .limit(2)
                .map(subnet -> subnet.subnetId())
                .toList();
    }

    /** The role whose name starts so. */
    Role role(String prefix) {
        return iam().listRoles(r -> r.pathPrefix("/groundskeeper/")).roles().stream()
                .filter(role -> role.roleName().startsWith(prefix))
                .findFirst()
                .orElseThrow();
    }

    String trustOf(String prefix) {
        return URLDecoder.decode(role(prefix).assumeRolePolicyDocument(), StandardCharsets.UTF_8);
    }

    <T> T inside(ClusterEndpoint endpoint, Function<KubernetesClient, T> work) {
        return kubernetes.in(endpoint, work);
    }

    private AwsCredentialsProvider assumed(String roleArn) {
        var keys = client(StsClient.builder(), "STS", admin)
                .assumeRole(r -> r.roleArn(roleArn).roleSessionName("bootstrap"))
                .credentials();
        return StaticCredentialsProvider.create(
                AwsSessionCredentials.create(keys.accessKeyId(), keys.secretAccessKey(), keys.sessionToken()));
    }

    private <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> C recorded(B builder, String service) {
        return client(builder.overrideConfiguration(c -> c.addExecutionInterceptor(recorder)), service, function);
    }

    private <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> C client(
            B builder, String service, AwsCredentialsProvider credentials) {
        var environment = services.environment();
        return builder.endpointOverride(URI.create(
                        environment.getOrDefault("AWS_ENDPOINT_URL_" + service, environment.get("AWS_ENDPOINT_URL"))))
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials)
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    void await(BooleanSupplier reached) {
        for (long end = System.nanoTime() + LONGEST_WAIT.toNanos(); !reached.getAsBoolean(); ) {
            if (System.nanoTime() > end) {
                throw new AssertionError("Waited in vain for " + LONGEST_WAIT);
            }
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    @Override
    public void close() {
        services.close();
    }
}
