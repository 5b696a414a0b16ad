package io.groundskeeper.local.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class RegistryTest {
    private static final DeleteOptions PLAIN = DeleteOptions.background();
    private final Clock clock = Clock.fixed(Instant.parse("2026-11-30T10:00:00.5Z"), ZoneOffset.UTC);
    private final Storage storage = new Storage();
    private final ResourceTypes types = new ResourceTypes(storage);
    private final Deletions deletions = new Deletions(storage, clock);
    private final Registry registry = new Registry(storage, deletions, clock);
    private final ResourceType configMap = types.byKind("v1", "ConfigMap").orElseThrow();
    private final ResourceType deployment =
            types.byKind("apps/v1", "Deployment").orElseThrow();

    @BeforeEach
    void cluster() {
        InitialObjects.put(new ObjectStore(storage, types, deletions, clock));
    }

    @Test
    void creation_setsWhatTheServerOwns() {
        Metadata created = Metadata.of(create(deployment, "{'metadata':{'name':'web'},'status':{'replicas':3}}"));

        assertThat(created.uid()).isNotEmpty();
        assertThat(created.resourceVersion()).isNotEmpty();
        assertThat(created.text("creationTimestamp")).isEqualTo("2026-11-30T10:00:00Z");
        assertThat(created.generation()).isEqualTo(1);
        assertThat(registry.get(deployment, "default", "web").has("status")).isFalse();
    }

    @Test
    void secondCreation_alreadyExists() {
        create(configMap, "{'metadata':{'name':'a'}}");

        expect(409, "configmaps \"a\" already exists", () -> create(configMap, "{'metadata':{'name':'a'}}"));
    }

    @Test
    void badNameOrMissingNamespace_isRefused() {
        expect(422, "Invalid value: \"A_b\"", () -> create(configMap, "{'metadata':{'name':'A_b'}}"));
        expect(422, "name or generateName is required", () -> create(configMap, "{}"));
        expect(
                404,
                "namespaces \"gone\" not found",
                () -> registry.create(configMap, "gone", Objects.json("{'metadata':{'name':'a'}}"), Write.by("test")));
    }

    @Test
    void generateName_makesAName() {
        assertThat(Metadata.of(create(configMap, "{'metadata':{'generateName':'a-'}}"))
                        .name())
                .matches("a-[a-z0-9]{5}");
    }

    @Test
    void staleUpdate_isAConflict() {
        ObjectNode first = create(configMap, "{'metadata':{'name':'a'}}");
        ObjectNode changed = first.deepCopy();
        changed.putObject("data").put("k", "v");
        registry.replace(configMap, "default", "a", changed, Registry.Part.MAIN, Write.by("test"));

        expect(
                409,
                "the object has been modified",
                () -> registry.replace(configMap, "default", "a", changed, Registry.Part.MAIN, Write.by("test")));
    }

    @Test
    void updateThatChangesNothing_writesNothing() {
        ObjectNode first = create(configMap, "{'metadata':{'name':'a'},'data':{'k':'v'}}");

        ObjectNode second = registry.replace(configMap, "default", "a", first, Registry.Part.MAIN, Write.by("test"));

        assertThat(Metadata.of(second).resourceVersion())
                .isEqualTo(Metadata.of(first).resourceVersion());
    }

    @Test
    void statusAndMainPart_leaveEachOtherAlone() {
        create(deployment, "{'metadata':{'name':'web'},'spec':{'replicas':1}}");
        ObjectNode both = Objects.json("{'metadata':{'name':'web'},'spec':{'replicas':2},'status':{'replicas':2}}");

        ObjectNode main = registry.replace(deployment, "default", "web", both, Registry.Part.MAIN, Write.by("test"));
        assertThat(main.has("status")).isFalse();
        assertThat(Metadata.of(main).generation()).isEqualTo(2);

        both.putObject("spec").put("replicas", 9);
        ObjectNode status =
                registry.replace(deployment, "default", "web", both, Registry.Part.STATUS, Write.by("test"));
        assertThat(status.path("status").path("replicas").asInt(0)).isEqualTo(2);
        assertThat(status.path("spec").path("replicas").asInt(0)).isEqualTo(2);
        assertThat(Metadata.of(status).generation()).isEqualTo(2);
    }

    @Test
    void objectWithFinalizer_staysUntilTheLastOneGoes() {
        create(configMap, "{'metadata':{'name':'a','finalizers':['x/y']}}");

        Deletions.Deletion deletion = deletions.delete(configMap, "default", "a", PLAIN);
        assertThat(deletion.gone()).isFalse();
        assertThat(Metadata.of(registry.get(configMap, "default", "a")).text("deletionTimestamp"))
                .isEqualTo("2026-11-30T10:00:00Z");

        var noFinalizers = Objects.json("{'metadata':{'finalizers':null}}");
        registry.patch(
                configMap,
                "default",
                "a",
                found -> MergePatch.apply(found, noFinalizers),
                Registry.Part.MAIN,
                Write.by("test"));
        expect(404, "configmaps \"a\" not found", () -> registry.get(configMap, "default", "a"));
    }

    @Test
    void wrongUidOnDeletion_isAConflict() {
        create(configMap, "{'metadata':{'name':'a'}}");

        expect(
                409,
                "Operation cannot be fulfilled on ConfigMap \"a\": the UID in the precondition (another) does not match",
                () -> deletions.delete(configMap, "default", "a", DeleteOptions.exactly("another")));
    }

    @Test
    void immutableField_cannotBeChanged() {
        create(deployment, "{'metadata':{'name':'web'},'spec':{'selector':{'matchLabels':{'a':'b'}}}}");
        ObjectNode other = Objects.json("{'metadata':{'name':'web'},'spec':{'selector':{'matchLabels':{'a':'c'}}}}");

        expect(
                422,
                "Deployment.apps \"web\" is invalid: spec.selector: Invalid value",
                () -> registry.replace(deployment, "default", "web", other, Registry.Part.MAIN, Write.by("test")));
    }

    @Test
    void plainStringsOfASecret_becomeData() {
        ResourceType secret = types.byKind("v1", "Secret").orElseThrow();
        create(secret, "{'metadata':{'name':'s'},'stringData':{'k':'v'}}");
        ObjectNode update = Objects.json("{'metadata':{'name':'s'},'data':{'k':'dg=='},'stringData':{'l':'w'}}");

        ObjectNode updated = registry.replace(secret, "default", "s", update, Registry.Part.MAIN, Write.by("test"));

        assertThat(updated.path("data")).isEqualTo(Objects.json("{'k':'dg==','l':'dw=='}"));
        assertThat(updated.path("type").asString("")).isEqualTo("Opaque");
        assertThat(updated.has("stringData")).isFalse();
    }

    @Test
    void service_getsAnAddressAndKeepsIt() {
        ResourceType service = types.byKind("v1", "Service").orElseThrow();
        String body = "{'metadata':{'name':'s'},'spec':{'ports':[{'port':80}]}}";
        ObjectNode created = create(service, body);

        ObjectNode updated = registry.replace(
                service, "default", "s", Objects.json(body.replace("80", "81")), Registry.Part.MAIN, Write.by("test"));

        assertThat(created.at("/spec/clusterIP").asString()).startsWith("10.100.");
        assertThat(updated.at("/spec/clusterIP")).isEqualTo(created.at("/spec/clusterIP"));
        assertThat(updated.at("/spec/ports")).hasToString("[{\"port\":81,\"protocol\":\"TCP\",\"targetPort\":81}]");
        assertThat(updated.at("/spec/type").asString()).isEqualTo("ClusterIP");
    }

    @Test
    void dryRuns_changeNothing() {
        long before = storage.revision();
        registry.create(
                configMap, "default", Objects.json("{'metadata':{'name':'a'}}"), new Write("test", true, false, false));

        assertThat(storage.revision()).isEqualTo(before);
    }

    @Test
    void definition_servesItsKindUntilItIsDeleted() {
        ResourceType definitions = types.byKind("apiextensions.k8s.io/v1", "CustomResourceDefinition")
                .orElseThrow();
        registry.create(definitions, "", Objects.yaml("""
                metadata: {name: things.example.org}
                spec:
                  group: example.org
                  scope: Cluster
                  names: {kind: Thing, plural: things}
                  versions: [{name: v1, served: true, storage: true}]
                """), Write.by("test"));
        ResourceType thing = types.byPlural("example.org", "v1", "things").orElseThrow();
        registry.create(thing, "", Objects.json("{'metadata':{'name':'a'}}"), Write.by("test"));
        expect(
                422,
                "must be specified for an update",
                () -> registry.replace(
                        thing,
                        "",
                        "a",
                        Objects.json("{'metadata':{'name':'a'}}"),
                        Registry.Part.MAIN,
                        Write.by("test")));

        deletions.delete(definitions, "", "things.example.org", PLAIN);

        assertThat(types.byPlural("example.org", "v1", "things")).isEmpty();
        assertThat(storage.list("things.example.org", null)).isEmpty();
    }

    @Test
    void namespace_takesItsObjectsAlong() {
        ResourceType namespaces = types.byKind("v1", "Namespace").orElseThrow();
        create(configMap, "{'metadata':{'name':'a'}}");

        deletions.delete(namespaces, "", "default", PLAIN);

        assertThat(storage.list("configmaps", null)).isEmpty();
    }

    private ObjectNode create(ResourceType type, String body) {
        return registry.create(type, "default", Objects.json(body), Write.by("test"));
    }

    private static void expect(int code, String message, Runnable call) {
        assertThatExceptionOfType(ApiError.class)
                .isThrownBy(call::run)
                .satisfies(error -> assertThat(error.code()).isEqualTo(code))
                .withMessageContaining(message);
    }
}
