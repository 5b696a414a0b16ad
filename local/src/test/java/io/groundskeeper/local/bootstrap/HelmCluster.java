package io.groundskeeper.local.bootstrap;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.cluster.ClusterId;
import io.groundskeeper.bootstrap.cluster.ClusterSettings;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.controller.Capacity;
import io.groundskeeper.bootstrap.controller.ControllerStep;
import io.groundskeeper.bootstrap.controller.CrdStep;
import io.groundskeeper.bootstrap.controller.FargateProfile;
import io.groundskeeper.bootstrap.controller.Releases;
import io.groundskeeper.bootstrap.helm.ApiContents;
import io.groundskeeper.bootstrap.helm.HelmReleases;
import io.groundskeeper.bootstrap.helm.RegistryLogin;
import io.groundskeeper.bootstrap.step.StepResult;
import io.groundskeeper.bootstrap.step.StepRunner;
import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.aws.AwsJsonClient;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.local.kubernetes.Caller;
import io.groundskeeper.local.kubernetes.KubernetesApi;
import io.groundskeeper.local.registry.Chart;
import io.groundskeeper.local.registry.ChartRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/** A cluster whose Kubernetes API takes every EKS token, and the bootstrap's Helm steps on it with Helm itself. */
final class HelmCluster implements AutoCloseable {

    private final KubernetesApi api = KubernetesApi.start(
            "dev", "1.33", token -> new Caller("bootstrap", List.of(), token.startsWith("k8s-aws-v1."), false));
    private final Path charts;
    private final KubernetesAccess access;
    final Releases helm;
    private Clock clock = Clock.systemUTC();
    private Optional<String> registry = Optional.empty();

    HelmCluster(Path folder) {
        charts = folder;
        var settings = Settings.of(Map.of("AWS_REGION", "eu-west-1"));
        var aws = new AwsClients(
                settings, StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIDEXAMPLE", "secret")));
        access = new KubernetesAccess(aws, settings, Clock.systemUTC());
        helm = new HelmReleases(access, new RegistryLogin(new AwsJsonClient(aws, settings, AwsJsonClient.Service.ECR)));
    }

    KubernetesApi api() {
        return api;
    }

    /** Takes the charts from a registry in place of a folder. */
    void chartsFrom(ChartRegistry from) {
        registry = Optional.of(from.charts().toString());
    }

    void later(Duration by) {
        clock = Clock.offset(clock, by);
    }

    /** A ready node of a managed node group. */
    void node(String name) {
        api.objects().put(Json.read("""
                        {"apiVersion":"v1","kind":"Node","metadata":{"name":"%s","labels":{"kubernetes.io/os":"linux",
                        "eks.amazonaws.com/nodegroup":"system"}},
                        "status":{"conditions":[{"type":"Ready","status":"True"}]}}""".formatted(name)));
    }

    /** Step helm-crd. */
    StepResult definitions(String version, boolean dryRun) {
        return StepRunner.run(new CrdStep(new ApiContents(access), helm, clock), target(version), dryRun);
    }

    /** Step helm-controller. */
    StepResult controller(String version, boolean dryRun) {
        var step = new ControllerStep(new ApiContents(access), new NoCapacity(), new NoRoles(), helm, clock);
        return StepRunner.run(step, target(version), dryRun);
    }

    /** The project's own charts, as of a version. */
    static String charts(Path folder, String version) {
        Chart.unpack(folder.resolve(version), version);
        return folder.resolve(version).toString();
    }

    @Override
    public void close() {
        api.close();
    }

    ClusterEndpoint endpoint() {
        var ca = Base64.getEncoder().encodeToString(api.caCertificatePem().getBytes(StandardCharsets.UTF_8));
        return new ClusterEndpoint("dev", api.endpoint().toString(), ca, true, List.of());
    }

    private Target target(String version) {
        var facts = new ClusterFacts(
                new ClusterId("aws", "eu-west-1", "123456789012", "dev"),
                "ACTIVE",
                Map.of(),
                ClusterFacts.Kind.STANDARD,
                false,
                "vpc-1",
                List.of(),
                Optional.empty(),
                Optional.of(endpoint()),
                new ClusterFacts.Logins("API", Optional.empty()));
        var place = registry.orElseGet(() -> charts(charts, version));
        var settings = Settings.of(Map.of("KARPENTER_CHART", place, "KARPENTER_VERSION", version));
        return new Target(facts, ClusterSettings.of(settings, Map.of()));
    }

    private static final class NoCapacity implements Capacity {
        @Override
        public List<String> nodeGroups(String cluster) {
            return List.of();
        }

        @Override
        public List<FargateProfile> fargateProfiles(String cluster) {
            return List.of();
        }
    }
}
