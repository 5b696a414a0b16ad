package io.groundskeeper.core.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException.Cause;
import io.groundskeeper.core.setting.Settings;
import java.io.File;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reaches into clusters: the one of KUBECONFIG when that is set, else by the cluster's EKS endpoint, its CA and an EKS
 * token. Clients are kept for an invocation to come. Safe for use by several threads.
 */
public final class KubernetesAccess {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
    private static final Duration MORE_FOR_ALL = Duration.ofSeconds(3);

    private final AwsClients aws;
    private final Settings settings;
    private final Clock clock;
    private final Duration longestWait;
    private final Optional<Interceptor> eyes;
    private final Map<ClusterEndpoint, KubernetesClient> clients = new ConcurrentHashMap<>();

    /** @param clock for tokens: the time of day, never a sample's */
    public KubernetesAccess(AwsClients aws, Settings settings, Clock clock) {
        this(aws, settings, clock, LONGEST_WAIT);
    }

    /**
     * The same with something that looks at each request.
     *
     * @param eyes see each request before it is sent; what they throw keeps it from being sent
     */
    public KubernetesAccess(AwsClients aws, Settings settings, Clock clock, Interceptor eyes) {
        this(aws, settings, clock, LONGEST_WAIT, Optional.of(eyes));
    }

    KubernetesAccess(AwsClients aws, Settings settings, Clock clock, Duration longestWait) {
        this(aws, settings, clock, longestWait, Optional.empty());
    }

    private KubernetesAccess(
            AwsClients aws, Settings settings, Clock clock, Duration longestWait, Optional<Interceptor> eyes) {
        this.longestWait = longestWait;
        this.eyes = eyes;
        this.aws = aws;
        this.settings = settings;
        this.clock = clock;
    }

    /**
     * Does something in a cluster. The client waits at most five seconds for an answer and tries nothing again; all of
     * the work may take eight.
     *
     * @throws KubernetesUnavailableException if nobody answers, or answers 401 or 403
     * @throws KubernetesClientException for any other refusal of the API server
     */
    public <T> T in(ClusterEndpoint cluster, Function<KubernetesClient, T> work) {
        var client = clients.computeIfAbsent(cluster, this::client);
        try {
            return bounded(() -> work.apply(client));
        } catch (KubernetesClientException e) {
            throw refusal(cluster, client, e);
        }
    }

    /**
     * The same way in as the text of a kubeconfig, for tools that take nothing else. It holds a token of 15 minutes and
     * belongs into no log.
     */
    public String kubeconfig(ClusterEndpoint cluster) {
        return Kubeconfig.of(config(cluster));
    }

    /** The client's own timeout ends with the headers of an answer: a body that trickles in would be waited for. */
    private <T> T bounded(Supplier<T> work) {
        var answer = new CompletableFuture<T>();
        var thread = Thread.ofVirtual().start(() -> {
            try {
                answer.complete(work.get());
            } catch (Throwable e) {
                answer.completeExceptionally(e);
            }
        });
        try {
            return answer.orTimeout(longestWait.plus(MORE_FOR_ALL).toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case TimeoutException timeout -> {
                    thread.interrupt();
                    throw new KubernetesClientException("the answer came too slowly");
                }
                case RuntimeException failure -> throw failure;
                case Error error -> throw error;
                case null, default -> throw e;
            }
        }
    }

    private Config config(ClusterEndpoint cluster) {
        return settings.find("KUBECONFIG").map(this::kubeconfig).orElseGet(() -> eks(cluster));
    }

    private KubernetesClient client(ClusterEndpoint cluster) {
        var config = config(cluster);
        config.setConnectionTimeout(Math.toIntExact(longestWait.toMillis()));
        config.setRequestTimeout(Math.toIntExact(longestWait.toMillis()));
        config.setRequestRetryBackoffLimit(0);
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withHttpClientBuilderConsumer(
                        http -> eyes.ifPresent(those -> http.addOrReplaceInterceptor("eyes", those)))
                .build();
    }

    private Config kubeconfig(String path) {
        try {
            return Config.fromKubeconfig(new File(path));
        } catch (RuntimeException e) {
            // Not with its cause: a parser's message quotes the file, and the file holds secrets.
            throw settings.bad("KUBECONFIG", path, "the path of a kubeconfig file that can be read");
        }
    }

    private Config eks(ClusterEndpoint cluster) {
        return new ConfigBuilder(Config.empty())
                .withMasterUrl(cluster.url())
                .withCaCertData(cluster.certificateAuthority())
                .withOauthTokenProvider(new EksTokenProvider(cluster.name(), aws.credentials(), aws.region(), clock))
                .build();
    }

    private static RuntimeException refusal(
            ClusterEndpoint cluster, KubernetesClient client, KubernetesClientException e) {
        // No HTTP status at all: nobody answered. The client counts that as 0 or -1.
        return switch (Math.max(0, e.getCode())) {
            case 0 ->
                unavailable(
                        cluster,
                        client,
                        Cause.UNREACHABLE,
                        "did not answer within 5 s (%s; %s). If it is not open to "
                                        .formatted(cluster.access(), rootCause(e))
                                + "Lambda, put the function into the VPC (VpcSubnetIds, VpcSecurityGroupIds) or open the endpoint",
                        e);
            case 401 ->
                unavailable(
                        cluster,
                        client,
                        Cause.UNAUTHORIZED,
                        "refused our token (401). Create an EKS access entry for "
                                + "the function's role, or wait a few seconds for a new one to be known",
                        e);
            case 403 ->
                unavailable(
                        cluster,
                        client,
                        Cause.FORBIDDEN,
                        "refused (403): %s. Grant it to the function's role by its access entry"
                                .formatted(apiMessage(e)),
                        e);
            default -> e;
        };
    }

    private static KubernetesUnavailableException unavailable(
            ClusterEndpoint cluster, KubernetesClient client, Cause cause, String what, KubernetesClientException e) {
        // The client's own URL: with KUBECONFIG it is not the cluster's.
        return new KubernetesUnavailableException(
                cause,
                "The Kubernetes endpoint %s of cluster %s %s".formatted(client.getMasterUrl(), cluster.name(), what),
                e);
    }

    /** What the API server said; the client's own message repeats it three times. */
    private static String apiMessage(KubernetesClientException e) {
        return e.getStatus() == null || e.getStatus().getMessage() == null
                ? e.getMessage()
                : e.getStatus().getMessage();
    }

    /** What the network said, for example "Connection refused". */
    private static String rootCause(Throwable failure) {
        var cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
