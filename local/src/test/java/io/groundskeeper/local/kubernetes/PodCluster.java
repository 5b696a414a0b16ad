package io.groundskeeper.local.kubernetes;

import java.util.List;
import java.util.OptionalLong;

/** A cluster in memory whose controllers do something when they are told to. */
final class PodCluster {
    final Ticking clock = new Ticking();
    final Storage storage = new Storage();
    final ResourceTypes types = new ResourceTypes(storage);
    final Deletions deletions = new Deletions(storage, clock);
    final ObjectStore objects = new ObjectStore(storage, types, deletions, clock);
    final Registry registry = new Registry(storage, deletions, clock);
    final Evictions evictions = new Evictions(storage, deletions, clock);
    final Kubelets kubelets = new Kubelets(storage, deletions, clock);
    final DisruptionController budgets = new DisruptionController(storage, clock);
    private final ReplicaSetController replicaSets = new ReplicaSetController(storage, registry, deletions);
    private final DaemonSetController daemonSets = new DaemonSetController(storage, registry);
    private final PodScheduler scheduler = new PodScheduler(storage, clock);

    PodCluster() {
        InitialObjects.put(objects);
    }

    /** Lets every controller do what it has to do. */
    void settle() {
        replicaSets.reconcile();
        daemonSets.reconcile();
        scheduler.reconcile();
        kubelets.reconcile();
        budgets.reconcile();
    }

    void put(String yaml) {
        Documents.readAll(yaml).forEach(objects::put);
    }

    Pod pod(String name) {
        return new Pod(registry.get(Pod.TYPE, "default", name));
    }

    List<Pod> pods() {
        return storage.list(Pod.STORED_AS, null).stream().map(Pod::new).toList();
    }

    List<String> podNames() {
        return pods().stream().map(pod -> pod.metadata().name()).toList();
    }

    void delete(String pod, OptionalLong grace) {
        deletions.delete(Pod.TYPE, "default", pod, new DeleteOptions("", "", false, "", grace));
    }

    void evict(String pod) {
        evictions.evict("default", pod, DeleteOptions.background());
    }
}
