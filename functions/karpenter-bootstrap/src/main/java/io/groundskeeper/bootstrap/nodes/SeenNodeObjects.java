package io.groundskeeper.bootstrap.nodes;

import io.groundskeeper.bootstrap.controller.RememberedCluster;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The objects, of which the cluster's memory hears for the length of one run: the proof that they are ready needs no
 * second call.
 *
 * @param cluster that remembers
 * @param objects that are read and applied
 */
public record SeenNodeObjects(RememberedCluster cluster, NodeObjects objects) implements NodeObjects {

    @Override
    public Optional<JsonNode> find(ClusterEndpoint endpoint, NodeKind kind) {
        var found = objects.find(endpoint, kind);
        found.ifPresent(cluster::saw);
        return found;
    }

    @Override
    public void apply(ClusterEndpoint endpoint, NodeKind kind, ObjectNode document) {
        cluster.forget();
        objects.apply(endpoint, kind, document);
    }
}
