package io.groundskeeper.local.bootstrap;

import io.groundskeeper.bootstrap.controller.WantedRelease;
import io.groundskeeper.bootstrap.helm.HelmReleases;
import io.groundskeeper.bootstrap.helm.RegistryLogin;
import io.groundskeeper.bootstrap.version.KarpenterVersion;
import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.aws.AwsJsonClient;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import io.groundskeeper.core.setting.Settings;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/** A process of its own that installs or upgrades release karpenter, as the function does; to be killed at it. */
final class LongInstallation {

    private LongInstallation() {}

    /** @param arguments install or upgrade; URL and CA of the API server in JSON; the charts' folder; their version */
    public static void main(String[] arguments) {
        var environment = new HashMap<>(Map.of("AWS_REGION", "eu-west-1"));
        var kubeconfig = System.getenv("KUBECONFIG");
        if (kubeconfig != null) {
            environment.put("KUBECONFIG", kubeconfig);
        }
        var settings = Settings.of(environment);
        var aws = new AwsClients(
                settings, StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIDEXAMPLE", "secret")));
        var access = new KubernetesAccess(aws, settings, Clock.systemUTC());
        var helm = new HelmReleases(
                access, new RegistryLogin(new AwsJsonClient(aws, settings, AwsJsonClient.Service.ECR)));
        var api = Json.read(arguments[1]);
        var endpoint = new ClusterEndpoint(
                "dev", api.path("url").asString(), api.path("ca").asString(), true, List.of());
        var values = Json.object();
        values.putObject("groundskeeper").put("cluster", "dev");
        values.putObject("serviceAccount").put("name", "karpenter");
        var release = new WantedRelease(
                "karpenter", "kube-system", arguments[2] + "/karpenter", KarpenterVersion.of(arguments[3]), values);
        if (arguments[0].equals("install")) {
            helm.install(endpoint, release);
        } else {
            helm.upgrade(endpoint, release);
        }
    }
}
