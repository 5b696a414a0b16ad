package io.groundskeeper.local.kubernetes;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;
import tools.jackson.databind.node.ObjectNode;

/** The ReplicaSets of Deployments, which clients look at who wait for a rollout. Only the newest of each is kept. */
final class ReplicaSets {
    private static final ResourceType TYPE =
            BuiltinTypes.builtin("apps", "ReplicaSet").orElseThrow();
    private static final String HASH = "pod-template-hash";
    private static final Write WRITE = Write.by("kube-controller-manager");

    private final Storage storage;
    private final Registry registry;
    private final Deletions deletions;

    ReplicaSets(Storage storage, Registry registry, Deletions deletions) {
        this.storage = storage;
        this.registry = registry;
        this.deletions = deletions;
    }

    static String name(ObjectNode deployment) {
        return Metadata.of(deployment).name() + "-" + hash(deployment);
    }

    /** Makes the newest ReplicaSet what the Deployment wants, and removes those before it. */
    void roll(ObjectNode deployment, int running) {
        String namespace = Metadata.of(deployment).namespace();
        String name = name(deployment);
        ObjectNode wanted = wanted(deployment);
        storage.list(TYPE.storedAs(), namespace).stream()
                .filter(set -> owner(set).equals(Metadata.of(deployment).uid()))
                .filter(set -> !Metadata.of(set).name().equals(name))
                .forEach(this::remove);
        ObjectNode set = storage.find(Registry.key(TYPE, namespace, name))
                .map(found -> registry.patch(
                        TYPE, namespace, name, current -> MergePatch.apply(current, wanted), Registry.Part.MAIN, WRITE))
                .orElseGet(() -> registry.create(TYPE, namespace, wanted, WRITE));
        ObjectNode status = Documents.object();
        ObjectNode counts = status.putObject("status")
                .put("observedGeneration", Metadata.of(set).generation())
                .put("replicas", Scheduling.replicas(deployment));
        counts.put("readyReplicas", running).put("availableReplicas", running);
        registry.patch(
                TYPE, namespace, name, current -> MergePatch.apply(current, status), Registry.Part.STATUS, WRITE);
    }

    /** Removes those whose Deployment is gone. */
    void removeOrphans(List<String> deploymentUids) {
        storage.list(TYPE.storedAs(), null).stream()
                .filter(set -> !owner(set).isEmpty() && !deploymentUids.contains(owner(set)))
                .forEach(this::remove);
    }

    private void remove(ObjectNode set) {
        Metadata metadata = Metadata.of(set);
        deletions.remove(TYPE, Registry.key(TYPE, metadata.namespace(), metadata.name()));
    }

    private static ObjectNode wanted(ObjectNode deployment) {
        Metadata metadata = Metadata.of(deployment);
        ObjectNode set = Documents.object().put("apiVersion", "apps/v1").put("kind", "ReplicaSet");
        ObjectNode template =
                deployment.path("spec").path("template").deepCopy().asObject();
        Metadata.in(template).node().withObjectProperty("labels").put(HASH, hash(deployment));
        ObjectNode own = set.putObject("metadata").put("name", name(deployment));
        own.set("labels", Metadata.of(template).labels().deepCopy());
        own.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "apps/v1")
                .put("kind", "Deployment")
                .put("name", metadata.name())
                .put("uid", metadata.uid())
                .put("controller", true)
                .put("blockOwnerDeletion", true);
        ObjectNode spec = set.putObject("spec").put("replicas", Scheduling.replicas(deployment));
        spec.set("selector", selector(deployment));
        spec.set("template", template);
        return set;
    }

    private static ObjectNode selector(ObjectNode deployment) {
        ObjectNode selector =
                deployment.at("/spec/selector") instanceof ObjectNode found ? found.deepCopy() : Documents.object();
        selector.withObjectProperty("matchLabels").put(HASH, hash(deployment));
        return selector;
    }

    private static String hash(ObjectNode deployment) {
        CRC32 crc = new CRC32();
        crc.update(deployment.path("spec").path("template").toString().getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(crc.getValue());
    }

    private static String owner(ObjectNode set) {
        for (var reference : Metadata.of(set).node().path("ownerReferences")) {
            if (reference.path("kind").asString("").equals("Deployment")) {
                return reference.path("uid").asString("");
            }
        }
        return "";
    }
}
