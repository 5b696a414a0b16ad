package io.groundskeeper.local.serve;

import io.groundskeeper.local.cloudcontrol.CloudControlService;
import io.groundskeeper.local.eks.EksService;
import io.groundskeeper.local.identity.IssuedKeys;
import io.groundskeeper.local.identity.KeyService;
import io.groundskeeper.local.identity.MotoIdentities;
import io.groundskeeper.local.inventory.Inventory;
import io.groundskeeper.local.karpenter.InterruptionConsumer;
import io.groundskeeper.local.moto.MotoClients;
import io.groundskeeper.local.moto.MotoForward;
import io.groundskeeper.local.moto.MotoServer;
import io.groundskeeper.local.organizations.Organization;
import io.groundskeeper.local.organizations.OrganizationsService;
import io.groundskeeper.local.registry.Chart;
import io.groundskeeper.local.registry.ChartRegistry;
import io.groundskeeper.local.slack.SlackService;
import io.groundskeeper.local.ssm.SsmService;
import io.groundskeeper.local.tagging.TaggingService;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** moto and all stand-ins beside it, as one AWS, with the functions' roles in it. Ends all that it started. */
public final class Services implements AutoCloseable {
    private static final Duration EKS_TRANSITION = Duration.ofSeconds(3);
    private static final String DEFAULT_REGION = "us-east-1";

    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final SlackService slack;
    private final EksService eks;
    private final SsmService ssm;

    private Services(Path root, Map<String, String> caller, Duration eksTransition) {
        try {
            var moto = started(MotoServer.start(root));
            var clients = started(new MotoClients(moto.uri()));
            var forward = started(new MotoForward(moto.uri()));
            var keys = new IssuedKeys();
            var sts = started(KeyService.start("STS", forward, keys));
            var iam = started(KeyService.start("IAM", forward, keys));
            var identities = new MotoIdentities(keys, clients, DummyCredentials.secrets());
            var clock = InstantSource.system();
            this.ssm = started(SsmService.start(clients, forward, clock));
            var parameters = started(new MotoClients(ssm.uri()));
            this.eks = started(EksService.start(identities, clients, clock, eksTransition, sts.uri(), parameters));
            var inventory = new Inventory(clients, identities, eks);
            var cloudControl = started(CloudControlService.start(inventory));
            var organization = new Organization(forward, identities);
            var organizations = started(OrganizationsService.start(organization, forward));
            var tagging = started(TaggingService.start(inventory, organization));
            this.slack = started(SlackService.start());
            export("AWS_ENDPOINT_URL", moto.uri());
            export("AWS_ENDPOINT_URL_EKS", eks.uri());
            export("AWS_ENDPOINT_URL_CLOUDCONTROL", cloudControl.uri());
            export("AWS_ENDPOINT_URL_RESOURCE_GROUPS_TAGGING_API", tagging.uri());
            export("AWS_ENDPOINT_URL_ORGANIZATIONS", organizations.uri());
            export("AWS_ENDPOINT_URL_SSM", ssm.uri());
            export("AWS_ENDPOINT_URL_STS", sts.uri());
            export("AWS_ENDPOINT_URL_IAM", iam.uri());
            String region = exportCaller(caller);
            environment.put("SLACK_WEBHOOK_URL", slack.webhook().toString());
            export(
                    "GROUNDSKEEPER_LOCAL_CONTROL",
                    started(new Control(eks, slack, environment)).uri());
            var charts = started(ChartRegistry.start(Chart.all())).charts();
            environment.put(
                    "KARPENTER_CHART", setting(caller, "KARPENTER_CHART").orElse(charts.toString()));
            setting(caller, "KUBECONFIG").ifPresent(file -> environment.put("KUBECONFIG", file));
            started(InterruptionConsumer.start(eks, clients, DummyCredentials.scope(region)));
            new FunctionRoles(clients).create(DummyCredentials.scope(region));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Starts everything.
     *
     * @param root the project's root
     * @param caller the environment of whoever starts it: AWS_REGION, AWS_DEFAULT_REGION, KARPENTER_CHART and
     *     KUBECONFIG are kept
     */
    public static Services start(Path root, Map<String, String> caller) {
        return start(root, caller, EKS_TRANSITION);
    }

    /** As {@link #start(Path, Map)}, with another time that clusters and their parts take to change. */
    public static Services start(Path root, Map<String, String> caller, Duration eksTransition) {
        return new Services(root, caller, eksTransition);
    }

    private <T extends AutoCloseable> T started(T service) {
        started.push(service);
        return service;
    }

    private void export(String name, URI uri) {
        environment.put(name, uri.toString());
    }

    private String exportCaller(Map<String, String> caller) {
        var region = setting(caller, "AWS_REGION");
        var defaultRegion = setting(caller, "AWS_DEFAULT_REGION");
        String used = region.or(() -> defaultRegion).orElse(DEFAULT_REGION);
        environment.put("AWS_REGION", used);
        environment.put("AWS_DEFAULT_REGION", defaultRegion.orElse(used));
        environment.put("AWS_EC2_METADATA_DISABLED", "true");
        environment.putAll(DummyCredentials.environment());
        return used;
    }

    private static Optional<String> setting(Map<String, String> caller, String name) {
        return Optional.ofNullable(caller.get(name)).filter(value -> !value.isBlank());
    }

    /** The environment in which a program finds these services, in the order in which to show it. */
    public Map<String, String> environment() {
        return Collections.unmodifiableMap(environment);
    }

    /** The Slack stand-in. */
    public SlackService slack() {
        return slack;
    }

    /** The stand-in of Systems Manager. */
    public SsmService ssm() {
        return ssm;
    }

    /** The EKS stand-in. */
    public EksService eks() {
        return eks;
    }

    @Override
    public void close() {
        while (!started.isEmpty()) {
            try {
                started.pop().close();
            } catch (Exception e) {
                // The others must end all the same.
                System.getLogger(Services.class.getName())
                        .log(System.Logger.Level.WARNING, "A stand-in did not end well", e);
            }
        }
    }
}
