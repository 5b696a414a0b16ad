package io.groundskeeper.local.kubernetes;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The Kubernetes API of one cluster, over TLS with an authority of its own, for clients that must not notice the
 * difference: kubectl and the usual libraries.
 *
 * <p>Served: discovery, the kinds that the functions touch, custom resources by their definitions with defaults, pruning
 * and validation by their schemas, selectors, paged lists, watches, server-side apply with managed fields, merge,
 * strategic and JSON patches, finalizers, preconditions, garbage collection by owner, dry runs and RBAC. Not served:
 * eviction (404), admission, rules in CEL, schemas of built-in kinds, WebSocket watches (a plain answer, on which clients
 * ask again by HTTP). Nothing runs pods, but Deployments become available when a node or Fargate would run theirs, and a
 * Karpenter that is so installed makes its objects ready when the cloud has what they name. Thread-safe.
 */
public final class KubernetesApi implements AutoCloseable {
    private final HttpsServer server;
    private final ExecutorService executor;
    private final Storage storage;
    private final ObjectStore objects;
    private final KarpenterPlayer karpenter;
    private final String caCertificatePem;

    private KubernetesApi(
            String clusterName, String kubernetesVersion, Authenticator authenticator, Cloud cloud, Clock clock)
            throws IOException {
        storage = new Storage();
        ResourceTypes types = new ResourceTypes(storage);
        Deletions deletions = new Deletions(storage, clock);
        objects = new ObjectStore(storage, types, deletions, clock);
        InitialObjects.put(objects);
        Registry registry = new Registry(storage, deletions, clock);
        KarpenterDeployment deployment = new KarpenterDeployment(storage);
        karpenter = new KarpenterPlayer(
                new KarpenterInstallation(clusterName, objects, deployment, clock),
                deployment,
                new KarpenterActions(storage, types, deletions, objects, clock),
                new KarpenterReadiness(storage, types, registry, cloud, clock),
                new KarpenterTermination(storage, types, registry, deletions, cloud, clock),
                new DeploymentController(storage, registry, deletions, cloud, clock),
                new GarbageCollector(storage, types, registry, deletions));
        Rbac rbac = new Rbac(storage);
        ApiHandler handler = new ApiHandler(
                authenticator,
                new Discovery(types, kubernetesVersion),
                new OpenApi(types),
                new Reviews(rbac),
                new ResourceHandler(storage, types, registry, deletions, rbac));
        Certificates certificates = Certificates.create(clusterName);
        caCertificatePem = certificates.caPem();
        executor = Executors.newVirtualThreadPerTaskExecutor();
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(certificates.context()));
        server.setExecutor(executor);
        server.createContext("/", handler);
        server.start();
    }

    /**
     * Starts the API of a cluster on a free port of 127.0.0.1.
     *
     * @param kubernetesVersion major and minor, such as {@code 1.33}
     * @param authenticator tells whose a bearer token is; called for every request
     */
    public static KubernetesApi start(String clusterName, String kubernetesVersion, Authenticator authenticator) {
        return start(clusterName, kubernetesVersion, authenticator, Cloud.empty());
    }

    /** As {@link #start(String, String, Authenticator)}, in a cloud in which its controllers look for things. */
    public static KubernetesApi start(
            String clusterName, String kubernetesVersion, Authenticator authenticator, Cloud cloud) {
        try {
            return new KubernetesApi(clusterName, kubernetesVersion, authenticator, cloud, Clock.systemUTC());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start the Kubernetes API of cluster " + clusterName, e);
        }
    }

    /** Where the API is: {@code https://127.0.0.1:<port>}. */
    public URI endpoint() {
        return URI.create("https://127.0.0.1:" + server.getAddress().getPort());
    }

    /** The certificate of the authority that a client has to trust. */
    public String caCertificatePem() {
        return caCertificatePem;
    }

    /** The cluster's objects, for those who prepare or examine it. */
    public ObjectStore objects() {
        return objects;
    }

    /**
     * Plays Karpenter in this state from now on, whatever its Deployment says; what shows in the cluster is there when
     * this returns. After ABSENT its Deployment decides again.
     */
    public void karpenter(KarpenterState state) {
        karpenter.become(state);
    }

    /** How Karpenter is played now. */
    public KarpenterState karpenter() {
        return karpenter.state();
    }

    /**
     * A spot warning for an instance reaches Karpenter's queue. Only an {@link KarpenterState#ALIVE} Karpenter acts on
     * it, within a second, and only when a NodeClaim has this instance in its status.providerID.
     */
    public void interrupt(String instanceId) {
        karpenter.interrupt(instanceId);
    }

    @Override
    public void close() {
        karpenter.close();
        storage.close();
        server.stop(0);
        executor.shutdownNow();
    }
}
