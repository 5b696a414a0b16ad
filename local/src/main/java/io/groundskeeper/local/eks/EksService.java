package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.AwsException;
import io.groundskeeper.local.http.AwsProtocol;
import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.http.LocalServer;
import io.groundskeeper.local.http.Request;
import io.groundskeeper.local.http.Routes;
import io.groundskeeper.local.identity.Identities;
import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.identity.TokenVerifier;
import io.groundskeeper.local.kubernetes.KarpenterState;
import io.groundskeeper.local.kubernetes.KubernetesApi;
import io.groundskeeper.local.moto.MotoClients;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Amazon EKS: clusters with a Kubernetes API of their own, and what belongs to them. Refuses what EKS refuses. Its
 * clusters live in moto's network and are reached by moto's principals.
 */
public final class EksService implements AutoCloseable {
    private final Identities identities;
    private final Clusters clusters;
    private final Routes<Operation> routes = new Routes<>();
    private final LocalServer server;
    private final PassingTime time;

    @FunctionalInterface
    private interface Operation {
        JsonNode answer(EksCall call);
    }

    EksService(Identities identities, Surroundings surroundings, Clusters clusters, ClusterOperations.Gate kubernetes) {
        this.identities = identities;
        this.clusters = clusters;
        var entries = new AccessEntries(clusters);
        addClusters(new ClusterOperations(clusters, surroundings, entries, kubernetes), entries);
        addCapacity(new CapacityOperations(clusters, surroundings, entries));
        addAccess(new AccessEntryOperations(clusters, entries));
        addRest(new AddonOperations(clusters, surroundings), new PodIdentityOperations(clusters, surroundings));
        addTags(new TagOperations(clusters));
        this.time = new PassingTime(clusters);
        this.server = LocalServer.start("EKS", AwsProtocol.REST_JSON.answering(this::answer));
    }

    /**
     * Starts EKS.
     *
     * @param transition how long something is CREATING, UPDATING or DELETING
     * @param sts where STS listens here; tokens may be signed for it
     * @param parameters clients of an SSM that knows EKS's image parameters
     */
    public static EksService start(
            Identities identities,
            MotoClients clients,
            InstantSource clock,
            Duration transition,
            URI sts,
            MotoClients parameters) {
        var tokens = new TokenVerifier(identities, sts, clock);
        var surroundings = new MotoSurroundings(clients, parameters);
        return new EksService(
                identities,
                surroundings,
                new Clusters(clock, transition, new NodeFleet(surroundings)),
                (name, version, access, cloud) ->
                        KubernetesApi.start(name, version, new EksAuthenticator(name, tokens, access), cloud));
    }

    private void addClusters(ClusterOperations operations, AccessEntries entries) {
        var changes = new ClusterUpdates(clusters, entries);
        var updates = new Updates(clusters);
        routes.add("POST", "clusters", operations::create)
                .add("GET", "clusters", operations::list)
                .add("GET", "clusters/{name}", operations::describe)
                .add("DELETE", "clusters/{name}", operations::delete)
                .add("POST", "clusters/{name}/update-config", changes::update)
                .add("POST", "clusters/{name}/updates", changes::updateVersion)
                .add("GET", "clusters/{name}/updates", updates::list)
                .add("GET", "clusters/{name}/updates/{updateId}", updates::describe);
    }

    private void addCapacity(CapacityOperations operations) {
        addSlow(Kind.NODEGROUP, operations::createNodegroup);
        routes.add("POST", "clusters/{name}/node-groups/{part}/update-config", operations::updateNodegroup);
        addSlow(Kind.FARGATE_PROFILE, operations::createFargateProfile);
    }

    private void addSlow(Kind kind, Operation create) {
        var parts = new Parts(clusters, kind);
        String all = "clusters/{name}/" + kind.path();
        routes.add("POST", all, create)
                .add("GET", all, parts::list)
                .add("GET", all + "/{part}", parts::describe)
                .add("DELETE", all + "/{part}", parts::delete);
    }

    private void addAccess(AccessEntryOperations operations) {
        String all = "clusters/{name}/access-entries";
        String policies = all + "/{part}/access-policies";
        routes.add("POST", all, operations::create)
                .add("GET", all, operations::list)
                .add("GET", all + "/{part}", operations::describe)
                .add("POST", all + "/{part}", operations::update)
                .add("DELETE", all + "/{part}", operations::delete)
                .add("POST", policies, operations::associate)
                .add("GET", policies, operations::associated)
                .add("DELETE", policies + "/{policyArn}", operations::disassociate);
    }

    private void addRest(AddonOperations addons, PodIdentityOperations identity) {
        addSlow(Kind.ADDON, addons::create);
        routes.add("POST", "clusters/{name}/addons/{part}/update", addons::update)
                .add("GET", "addons/supported-versions", addons::versions)
                .add("GET", "addons/configuration-schemas", addons::configuration);
        var parts = new Parts(clusters, Kind.POD_IDENTITY);
        String all = "clusters/{name}/" + Kind.POD_IDENTITY.path();
        routes.add("POST", all, identity::create)
                .add("GET", all, identity::list)
                .add("GET", all + "/{part}", parts::describe)
                .add("POST", all + "/{part}", identity::update)
                .add("DELETE", all + "/{part}", parts::deleteNow);
    }

    private void addTags(TagOperations tags) {
        routes.add("GET", "tags/{resourceArn}", tags::list)
                .add("POST", "tags/{resourceArn}", tags::tag)
                .add("DELETE", "tags/{resourceArn}", tags::untag);
    }

    private JsonNode answer(Request request) {
        var scope = Scope.of(request);
        var route = routes.find(request)
                .orElseThrow(() -> new AwsException(
                        404,
                        "UnknownOperationException",
                        "The EKS stand-in has no " + request.method() + " "
                                + request.uri().getPath()));
        var call = new EksCall(identities.of(scope), scope, route.parts(), request.json(), request);
        return clusters.with(() -> route.handler().answer(call));
    }

    /** Where it listens. */
    public URI uri() {
        return server.uri();
    }

    /** The tags of the caller's clusters and of their parts, by ARN. */
    public Map<String, Map<String, String>> tags(Scope caller) {
        String account = identities.of(caller).account();
        return clusters.with(() -> clusters.of(account, caller).stream()
                .flatMap(Cluster::all)
                .collect(Collectors.toMap(EksResource::arn, EksResource::tags)));
    }

    /** Adds tags to what an ARN of the caller names. */
    public void tag(Scope caller, String arn, Map<String, String> tags) {
        var added = Json.object();
        tags.forEach(added::put);
        var identity = identities.of(caller);
        clusters.with(() -> {
            EksTags.add(clusters.tags(identity.account(), caller, arn), added);
            return arn;
        });
    }

    /** Takes tags away from what an ARN of the caller names. */
    public void untag(Scope caller, String arn, Collection<String> keys) {
        var identity = identities.of(caller);
        clusters.with(() -> clusters.tags(identity.account(), caller, arn).remove(keys));
    }

    /** The names of all clusters, whoever made them. */
    public List<String> clusterNames() {
        return clusters.with(() -> clusters.all().stream().map(Cluster::name).toList());
    }

    /** The Kubernetes API of a cluster, whoever made it. */
    public Optional<KubernetesApi> kubernetes(String clusterName) {
        return clusters.with(() -> clusters.all().stream()
                .filter(cluster -> cluster.name().equals(clusterName))
                .findFirst()
                .map(Cluster::api));
    }

    /** Sets how Karpenter is played in a cluster; false when there is no such cluster. */
    public boolean karpenter(String clusterName, KarpenterState state) {
        var api = kubernetes(clusterName);
        api.ifPresent(found -> found.karpenter(state));
        return api.isPresent();
    }

    @Override
    public void close() {
        time.close();
        server.close();
        clusters.with(clusters::all).forEach(cluster -> cluster.api().close());
    }
}
