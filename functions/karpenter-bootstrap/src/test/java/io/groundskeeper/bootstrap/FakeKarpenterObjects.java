package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.removal.KarpenterKind;
import io.groundskeeper.bootstrap.removal.KarpenterObject;
import io.groundskeeper.bootstrap.removal.KarpenterObjects;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Karpenter's objects in a {@link FakeWorld}'s cluster: what has a finalizer goes only when {@link #work} is done. */
final class FakeKarpenterObjects implements KarpenterObjects {

    final List<KarpenterObject> objects = new ArrayList<>();
    boolean controllerRuns = true;

    private final FakeWorld world;

    FakeKarpenterObjects(FakeWorld world) {
        this.world = world;
    }

    /** An object that we applied. */
    void ours(KarpenterKind kind, String name) {
        var object = object(name);
        metadata(object).putArray("managedFields").addObject().put("manager", "groundskeeper");
        objects.add(new KarpenterObject(kind, object));
    }

    /** An object of someone else's; its metadata, to be added to. */
    ObjectNode theirs(KarpenterKind kind, String name) {
        var object = object(name);
        objects.add(new KarpenterObject(kind, object));
        return metadata(object);
    }

    /** A node that was started for a NodePool; held by a pod that may not be evicted. */
    void claim(String name, String nodePool) {
        var object = object(name);
        metadata(object).putObject("labels").put("karpenter.sh/nodepool", nodePool);
        object.putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", "Drained")
                .put("status", "False")
                .put("message", "1 pod blocked");
        objects.add(new KarpenterObject(KarpenterKind.NODE_CLAIM, object));
    }

    /** What Karpenter does meanwhile: what was deleted goes, NodeClaims with their NodePool. */
    void work() {
        if (controllerRuns) {
            objects.removeIf(object -> object.json().path("metadata").has("deletionTimestamp"));
            objects.removeIf(object -> object.kind() == KarpenterKind.NODE_CLAIM
                    && objects.stream()
                            .noneMatch(pool -> pool.kind() == KarpenterKind.NODE_POOL
                                    && object.nodePool()
                                            .filter(pool.name()::equals)
                                            .isPresent()));
        }
    }

    @Override
    public List<KarpenterObject> list(ClusterEndpoint cluster, KarpenterKind kind) {
        world.read("list");
        return objects.stream().filter(object -> object.kind() == kind).toList();
    }

    @Override
    public void delete(ClusterEndpoint cluster, KarpenterObject object) {
        world.write("delete" + object.kind(), object.name());
        metadata((ObjectNode) object.json()).put("deletionTimestamp", "2026-11-30T11:00:00Z");
    }

    @Override
    public boolean controllerRuns(ClusterEndpoint cluster, String namespace) {
        world.read("controllerRuns");
        return controllerRuns;
    }

    private static ObjectNode object(String name) {
        var object = Json.object();
        object.putObject("metadata").put("name", name);
        return object;
    }

    private static ObjectNode metadata(ObjectNode object) {
        return (ObjectNode) object.path("metadata");
    }
}
