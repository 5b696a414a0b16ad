package io.groundskeeper.local.kubernetes;

import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ObjectNode;

/**
 * Pods of one application on one node, running and ready, to be put into a stand-in cluster with what owns them.
 *
 * @param app the name of the application, of its ReplicaSet or DaemonSet, and of its pods' label {@code app}; on
 *     several nodes, it is one application
 * @param kind what they are
 * @param count how many; a DaemonSet has one on each node all the same
 */
public record PlayedPods(String app, PodKind kind, int count) {
    private static final String NAMESPACE = "default";
    private static final String APPS = "apps/v1";

    /** Puts them on a node that is there. */
    void putInto(ObjectStore objects, String node) {
        switch (kind) {
            case DAEMON_SET -> objects.put(owner(objects, "DaemonSet", 0));
            case BARE, MIRROR -> names(node).forEach(name -> objects.put(pod(objects, name, node)));
            case REPLICA_SET, CRITICAL, TOLERATING, DO_NOT_DISRUPT, IGNORES_SIGTERM -> {
                var set = objects.put(owner(objects, "ReplicaSet", count));
                ObjectNode reference = Documents.object()
                        .put("apiVersion", APPS)
                        .put("kind", "ReplicaSet")
                        .put("name", app)
                        .put("uid", Metadata.of(set).uid())
                        .put("controller", true)
                        .put("blockOwnerDeletion", true);
                names(node).forEach(name -> {
                    ObjectNode pod = pod(objects, name, node);
                    Metadata.in(pod).node().putArray("ownerReferences").add(reference);
                    objects.put(pod);
                });
            }
        }
    }

    private List<String> names(String node) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> app + "-" + node + "-" + number)
                .toList();
    }

    /** Its ReplicaSet grows by what this node has of it. */
    private ObjectNode owner(ObjectStore objects, String kindOfOwner, int more) {
        int before = objects.get(APPS, kindOfOwner, NAMESPACE, app)
                .map(Scheduling::replicas)
                .orElse(0);
        ObjectNode owner = Documents.object().put("apiVersion", APPS).put("kind", kindOfOwner);
        owner.putObject("metadata").put("name", app).put("namespace", NAMESPACE);
        ObjectNode spec = owner.putObject("spec");
        if (more > 0) {
            spec.put("replicas", before + more);
        }
        spec.putObject("selector").putObject("matchLabels").put("app", app);
        ObjectNode template = spec.putObject("template");
        describe(template);
        return owner;
    }

    private ObjectNode pod(ObjectStore objects, String name, String node) {
        ObjectNode pod = Documents.object().put("apiVersion", "v1").put("kind", "Pod");
        describe(pod);
        pod.withObjectProperty("metadata").put("name", name).put("namespace", NAMESPACE);
        pod.withObjectProperty("spec").put("nodeName", node);
        if (kind == PodKind.MIRROR) {
            mirror(objects, pod, node);
        }
        ObjectNode status = pod.putObject("status").put("phase", "Running");
        status.putArray("conditions").addObject().put("type", "Ready").put("status", "True");
        return pod;
    }

    private static void mirror(ObjectStore objects, ObjectNode pod, String node) {
        String uid = objects.get("v1", "Node", "", node)
                .map(found -> Metadata.of(found).uid())
                .orElseThrow(() -> new IllegalArgumentException("Put the node " + node + " before its pods"));
        ObjectNode metadata = pod.withObjectProperty("metadata");
        metadata.withObjectProperty("annotations")
                .put("kubernetes.io/config.mirror", "0")
                .put("kubernetes.io/config.source", "file");
        metadata.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "v1")
                .put("kind", "Node")
                .put("name", node)
                .put("uid", uid)
                .put("controller", true);
    }

    private void describe(ObjectNode pod) {
        ObjectNode metadata = pod.putObject("metadata");
        metadata.putObject("labels").put("app", app);
        ObjectNode spec = pod.putObject("spec");
        spec.putArray("containers").addObject().put("name", app).put("image", app);
        switch (kind) {
            case CRITICAL -> spec.put("priorityClassName", "system-cluster-critical");
            case TOLERATING -> spec.putArray("tolerations").addObject().put("operator", "Exists");
            case DO_NOT_DISRUPT -> metadata.putObject("annotations").put("karpenter.sh/do-not-disrupt", "true");
            case IGNORES_SIGTERM -> metadata.putObject("annotations").put(Kubelets.IGNORES_SIGTERM, "true");
            case REPLICA_SET, DAEMON_SET, BARE, MIRROR -> {}
        }
    }

    /** A budget for the pods of an application. */
    static ObjectNode budget(String app, int minAvailable) {
        ObjectNode budget = Documents.object().put("apiVersion", "policy/v1").put("kind", "PodDisruptionBudget");
        budget.putObject("metadata").put("name", app).put("namespace", NAMESPACE);
        ObjectNode spec = budget.putObject("spec").put("minAvailable", minAvailable);
        spec.putObject("selector").putObject("matchLabels").put("app", app);
        return budget;
    }
}
