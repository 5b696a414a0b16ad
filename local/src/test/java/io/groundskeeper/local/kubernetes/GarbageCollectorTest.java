package io.groundskeeper.local.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class GarbageCollectorTest {
    private final Ticking clock = new Ticking();
    private final Storage storage = new Storage();
    private final ResourceTypes types = new ResourceTypes(storage);
    private final Deletions deletions = new Deletions(storage, clock);
    private final Registry registry = new Registry(storage, deletions, clock);
    private final GarbageCollector garbage = new GarbageCollector(storage, types, registry, deletions);
    private final ResourceType maps = types.byKind("v1", "ConfigMap").orElseThrow();
    private ObjectNode owner;

    @BeforeEach
    void create() {
        new ObjectStore(storage, types, deletions, clock)
                .put(Objects.yaml("{apiVersion: v1, kind: Namespace, metadata: {name: default}}"));
        owner = create("{apiVersion: v1, kind: ConfigMap, metadata: {name: owner}}");
        String reference = "{apiVersion: v1, kind: ConfigMap, name: owner, uid: %s, blockOwnerDeletion: true}"
                .formatted(Metadata.of(owner).uid());
        create("{apiVersion: v1, kind: ConfigMap, metadata: {name: plain, ownerReferences: [%s]}}"
                .formatted(reference));
        create("{apiVersion: v1, kind: ConfigMap, metadata: {name: held, finalizers: [x/y], ownerReferences: [%s]}}"
                .formatted(reference));
    }

    @Test
    void dependents_liveAsLongAsTheirOwner() {
        garbage.collect();
        assertThat(names()).containsExactly("held", "owner", "plain");
    }

    @Test
    void backgroundDeletion_takesDependentsAfterwards() {
        delete("");
        assertThat(names()).containsExactly("held", "plain");
        garbage.collect();
        assertThat(names()).containsExactly("held");
        assertThat(map("held").terminating()).isTrue();
    }

    @Test
    void foregroundDeletion_waitsForDependents() {
        delete(DeleteOptions.FOREGROUND);
        assertThat(map("owner").terminating()).isTrue();
        garbage.collect();
        garbage.collect();
        assertThat(names()).containsExactly("held", "owner");

        registry.patch(
                maps,
                "default",
                "held",
                held -> {
                    ObjectNode released = held.deepCopy().asObject();
                    Metadata.in(released).node().putArray("finalizers");
                    return released;
                },
                Registry.Part.MAIN,
                Write.by("test"));
        garbage.collect();
        assertThat(names()).isEmpty();
    }

    @Test
    void orphaningDeletion_leavesDependentsWithoutOwner() {
        delete(DeleteOptions.ORPHAN);
        garbage.collect();
        garbage.collect();
        assertThat(names()).containsExactly("held", "plain");
        assertThat(map("plain").node().path("ownerReferences")).isEmpty();
    }

    @Test
    void unknownPolicy_isRefused() {
        var request = new Request(
                "DELETE", List.of("x"), Map.of("propagationPolicy", "Sideways"), "application/json", "", "", false, "");
        assertThatThrownBy(() -> DeleteOptions.of(Documents.object(), request)).hasMessageContaining("Sideways");
    }

    private void delete(String finalizer) {
        deletions.delete(maps, "default", "owner", new DeleteOptions("", "", false, finalizer, OptionalLong.empty()));
    }

    private ObjectNode create(String yaml) {
        return registry.create(maps, "default", Objects.yaml(yaml), Write.by("test"));
    }

    private Metadata map(String name) {
        return Metadata.of(registry.get(maps, "default", name));
    }

    private List<String> names() {
        return storage.list("configmaps", null).stream()
                .map(map -> Metadata.of(map).name())
                .toList();
    }
}
