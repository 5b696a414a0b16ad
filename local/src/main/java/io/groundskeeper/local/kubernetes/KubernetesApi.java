package io.groundskeeper.local.kubernetes;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The Kubernetes API of one cluster, over TLS with an authority of its own, for clients that must not notice the
 * difference: kubectl and the usual libraries.
 *
 * <p>Served: discovery, the kinds that the functions touch, custom resources by their definitions with defaults, pruning
 * and validation by their schemas, selectors, paged lists, watches, server-side apply with managed fields, merge,
 * strategic and JSON patches, finalizers, preconditions, garbage collection by owner, dry runs and RBAC. Not served:
 * admission, rules in CEL, schemas of built-in kinds, WebSocket watches (a plain answer, on which clients
 * ask again by HTTP). Pods are scheduled, run, evicted and ended, and those of DaemonSets and of ReplicaSets that stand
 * alone replaced; Deployments have none, and become available when a node or Fargate would run theirs. A Karpenter that
 * is so installed makes its objects ready when the cloud has what they name. Thread-safe.
 */
public final class KubernetesApi implements AutoCloseable {
    private final HttpsServer server;
    private final ExecutorService executor;
    private final Storage storage;
    private final ObjectStore objects;
    private final KarpenterDeployment deployment;
    private final KarpenterPlayer karpenter;
    private final ControllerManager controllers;
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
        Evictions evictions = new Evictions(storage, deletions, clock);
        deployment = new KarpenterDeployment(storage);
        karpenter = new KarpenterPlayer(
                new KarpenterInstallation(clusterName, objects, deployment, clock),
                deployment,
                new KarpenterActions(storage, types, deletions, objects, clock),
                new KarpenterReadiness(storage, types, registry, cloud, clock),
                new KarpenterTermination(
                        storage,
                        types,
                        registry,
                        new KarpenterDrain(storage, evictions, deletions, clock),
                        cloud,
                        clock),
                new DeploymentController(storage, registry, deletions, cloud, clock),
                new GarbageCollector(storage, types, registry, deletions));
        controllers = new ControllerManager(storage, registry, deletions, clock);
        Rbac rbac = new Rbac(storage);
        ApiHandler handler = new ApiHandler(
                authenticator,
                new Discovery(types, kubernetesVersion),
                new OpenApi(types),
                new Reviews(rbac),
                new ResourceHandler(storage, types, registry, deletions, evictions, rbac));
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
        interrupt(instanceId, Interruption.SPOT);
    }

    /** As {@link #interrupt(String)}, with what Karpenter hears of the instance. */
    public void interrupt(String instanceId, Interruption interruption) {
        karpenter.interrupt(instanceId, interruption);
    }

    /**
     * The interruption queue that Karpenter's Deployment names, which may be no queue's name; empty when it names none
     * or there is no Deployment, and nobody reads a queue.
     */
    public Optional<String> interruptionQueue() {
        return deployment.queue().filter(name -> !name.isEmpty());
    }

    /** Whether Karpenter is played without anyone having installed it or set its queue: it reads its cluster's. */
    public boolean readsQueueOfCluster() {
        return deployment.isOnlyPlayed();
    }

    /** Has Karpenter's Deployment name an interruption queue, right or wrong; {@code ""} for none. */
    public void interruptionQueue(String name) {
        karpenter.readQueue(name);
    }

    /** Lets the cluster's controllers, scheduler and kubelets do now what they would do within a moment. */
    public void settle() {
        controllers.reconcile();
    }

    /**
     * Sets how long a pod takes to end once it is told to; its grace period ends it in any case.
     *
     * @param time a second unless set
     */
    public void podsStopWithin(Duration time) {
        controllers.podsStopWithin(time);
    }

    @Override
    public void close() {
        karpenter.close();
        controllers.close();
        storage.close();
        server.stop(0);
        executor.shutdownNow();
    }
}
