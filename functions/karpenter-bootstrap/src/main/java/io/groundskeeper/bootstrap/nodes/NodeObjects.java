package io.groundskeeper.bootstrap.nodes;

import io.groundskeeper.core.aws.NotYetException;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The objects named default of each {@link NodeKind}.
 *
 * <p>All methods throw {@link KubernetesUnavailableException} where the API cannot be used.
 */
public interface NodeObjects {

    /** Who we are in an object's managedFields. */
    String FIELD_MANAGER = "groundskeeper";

    /** The object with its managedFields; empty where it, or its kind, is not there. One call. */
    Optional<JsonNode> find(ClusterEndpoint cluster, NodeKind kind);

    /**
     * Applies a document by server-side apply as {@link #FIELD_MANAGER}, never by force: fields that it has not are
     * given up, and removed where nobody else wants them.
     *
     * @throws NotYetException if another manager took one of its fields meanwhile, or the kind is not served yet
     */
    void apply(ClusterEndpoint cluster, NodeKind kind, ObjectNode document);
}
