package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.kubernetes.Cloud;
import io.groundskeeper.local.kubernetes.KubernetesApi;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** CreateCluster, DescribeCluster, ListClusters, DeleteCluster. */
final class ClusterOperations {
    private static final Pattern NAME = Pattern.compile("^[0-9A-Za-z][A-Za-z0-9_-]{0,99}$");

    private final Clusters clusters;
    private final Surroundings surroundings;
    private final AccessEntries entries;
    private final Gate gate;

    /** How a cluster's Kubernetes API comes to life. */
    @FunctionalInterface
    interface Gate {
        KubernetesApi open(String cluster, String version, Access access, Cloud cloud);
    }

    ClusterOperations(Clusters clusters, Surroundings surroundings, AccessEntries entries, Gate gate) {
        this.clusters = clusters;
        this.surroundings = surroundings;
        this.entries = entries;
        this.gate = gate;
    }

    JsonNode create(EksCall call) {
        String name = call.required("name");
        if (!NAME.matcher(name).matches()) {
            throw Refusal.invalid("The name " + name + " does not match " + NAME.pattern());
        }
        if (clusters.find(call, name).isPresent()) {
            throw Refusal.inUse("Cluster already exists with name: " + name);
        }
        var body = new ClusterDescription(call, clusters.epoch()).body();
        var network = call.body().path("resourcesVpcConfig");
        String vpc = surroundings.vpcOf(call.scope(), subnets(network));
        body.withObject("/resourcesVpcConfig").put("vpcId", vpc);
        String group = surroundings.createSecurityGroup(call.scope(), name, vpc);
        var cluster = open(call, body, group);
        cluster.resource().pass("CREATING", "ACTIVE", clusters.due());
        clusters.add(cluster);
        entries.addCreator(cluster);
        return shown(cluster);
    }

    private static List<String> subnets(JsonNode network) {
        var subnets =
                EksCall.texts(network.path("subnetIds")).stream().distinct().toList();
        if (subnets.size() < 2) {
            throw Refusal.invalid("Subnets specified must be in at least two different AZs");
        }
        return subnets;
    }

    private Cluster open(EksCall call, ObjectNode body, String group) {
        String name = Json.text(body, "name");
        var resource = new EksResource(Json.text(body, "arn"), body);
        var access = new ClusterAccess(clusters, call.caller().account(), call.scope(), name);
        String version = Json.text(body, "version");
        var cloud = new ClusterCloud(
                clusters, call.caller().account(), call.scope(), name, surroundings.cloud(call.scope(), name, version));
        var api = gate.open(name, version, access, cloud);
        return new Cluster(call.scope(), call.caller(), resource, group, api);
    }

    JsonNode describe(EksCall call) {
        return shown(clusters.require(call));
    }

    JsonNode list(EksCall call) {
        var names = clusters.of(call.caller().account(), call.scope()).stream()
                .map(Cluster::name)
                .toList();
        return Pages.names(call.request(), "clusters", names);
    }

    JsonNode delete(EksCall call) {
        var cluster = clusters.require(call);
        boolean hasNodes = Stream.of(Kind.NODEGROUP, Kind.FARGATE_PROFILE)
                .anyMatch(kind -> !cluster.parts(kind).isEmpty());
        if (hasNodes) {
            throw Refusal.inUse("Cluster has nodegroups or Fargate profiles attached");
        }
        if (!List.of("ACTIVE", "FAILED").contains(cluster.resource().status())) {
            throw Refusal.inUse(
                    "Cluster " + cluster.name() + " is " + cluster.resource().status());
        }
        cluster.resource().leave(clusters.due());
        surroundings.deleteSecurityGroup(call.scope(), cluster.securityGroup());
        return shown(cluster);
    }

    private static JsonNode shown(Cluster cluster) {
        return Json.object().set("cluster", cluster.resource().body().deepCopy());
    }
}
