package io.groundskeeper.interruption.kubernetes;

import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import io.groundskeeper.interruption.cluster.ClusterCalls;
import io.groundskeeper.interruption.cluster.ClusterSnapshot.Node;
import io.groundskeeper.interruption.cluster.Eviction;
import io.groundskeeper.interruption.cluster.NodeMark;
import io.groundskeeper.interruption.cluster.Pod;
import io.groundskeeper.interruption.cluster.Taint;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** The calls by a cluster's API server. */
public final class ApiCalls implements ClusterCalls {

    private final KubernetesAccess access;
    private final ClusterEndpoint cluster;

    public ApiCalls(KubernetesAccess access, ClusterEndpoint cluster) {
        this.access = access;
        this.cluster = cluster;
    }

    @Override
    public Optional<Node> node(String name) {
        return access.in(
                cluster,
                client ->
                        Optional.ofNullable(client.nodes().withName(name).get()).map(ObjectReader::node));
    }

    @Override
    public List<Pod> pods(String nodeName) {
        return access.in(
                cluster,
                client -> pods(client, nodeName).getItems().stream()
                        .map(ObjectReader::pod)
                        .toList());
    }

    private static PodList pods(KubernetesClient client, String nodeName) {
        return client.pods()
                .inAnyNamespace()
                .withField("spec.nodeName", nodeName)
                .list();
    }

    @Override
    public Applied mark(NodeMark mark) {
        var patch = Json.object();
        var metadata = patch.putObject("metadata").put("resourceVersion", mark.resourceVersion());
        if (!mark.labels().isEmpty()) {
            var labels = metadata.putObject("labels");
            mark.labels().forEach(labels::put);
        }
        var spec = patch.putObject("spec").put("unschedulable", true);
        var taints = spec.putArray("taints");
        mark.taints().forEach(taint -> taints.add(taint(taint)));
        return apply(
                client -> client.nodes()
                        .withName(mark.name())
                        .patch(PatchContext.of(PatchType.JSON_MERGE), Json.write(patch)),
                Applied.CONFLICT);
    }

    private static ObjectNode taint(Taint taint) {
        var json = Json.object().put("key", taint.key()).put("effect", taint.effect());
        if (!taint.value().isEmpty()) {
            json.put("value", taint.value());
        }
        taint.timeAdded().ifPresent(time -> json.put("timeAdded", time));
        return json;
    }

    @Override
    public Applied deleteNodeClaim(String name, String uid) {
        return apply(
                client -> client.raw(
                        "/apis/karpenter.sh/v1/nodeclaims/" + name, "DELETE", Json.write(deleteOptions(uid))),
                Applied.GONE);
    }

    @Override
    public Applied delete(Pod pod, Duration grace) {
        var options = deleteOptions(pod.uid()).put("gracePeriodSeconds", Math.max(1, grace.toSeconds()));
        return apply(client -> client.raw(path(pod), "DELETE", Json.write(options)), Applied.GONE);
    }

    private Applied apply(Consumer<KubernetesClient> change, Applied atConflict) {
        return access.in(cluster, client -> {
            try {
                change.accept(client);
                return Applied.DONE;
            } catch (KubernetesClientException e) {
                return switch (e.getCode()) {
                    case 404 -> Applied.GONE;
                    case 409 -> atConflict;
                    default -> throw e;
                };
            }
        });
    }

    @Override
    public Eviction evict(Pod pod) {
        return evict(pod, false);
    }

    @Override
    public Eviction tryEviction(Pod pod) {
        return evict(pod, true);
    }

    private Eviction evict(Pod pod, boolean dryRun) {
        var eviction = Json.object().put("apiVersion", "policy/v1").put("kind", "Eviction");
        eviction.putObject("metadata").put("name", pod.name()).put("namespace", pod.namespace());
        var options = deleteOptions(pod.uid());
        if (dryRun) {
            options.putArray("dryRun").add("All");
        }
        eviction.set("deleteOptions", options);
        var path = path(pod) + "/eviction";
        return access.in(cluster, client -> {
            try {
                client.raw(path, "POST", Json.write(eviction));
                return new Eviction.Accepted();
            } catch (KubernetesClientException e) {
                return EvictionRefusal.read(e).orElseThrow(() -> e);
            }
        });
    }

    private static String path(Pod pod) {
        return "/api/v1/namespaces/%s/pods/%s".formatted(pod.namespace(), pod.name());
    }

    private static ObjectNode deleteOptions(String uid) {
        var options = Json.object().put("apiVersion", "v1").put("kind", "DeleteOptions");
        options.putObject("preconditions").put("uid", uid);
        return options;
    }
}
