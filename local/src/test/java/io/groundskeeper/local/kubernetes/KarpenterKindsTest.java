package io.groundskeeper.local.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Clock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class KarpenterKindsTest {
    private static final String POOL = """
            apiVersion: karpenter.sh/v1
            kind: NodePool
            metadata: {name: default}
            spec:
              template:
                spec:
                  nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
                  requirements: [{key: kubernetes.io/arch, operator: In, values: [arm64]}]
              limits: {cpu: 1000, memory: 1000Gi}
            """;
    private static final String CLASS = """
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata: {name: default}
            spec:
              role: nodes
              amiSelectorTerms: [{alias: al2023@v20261101}]
              subnetSelectorTerms: [{tags: {karpenter.sh/discovery: c}}]
              securityGroupSelectorTerms: [{id: sg-1}]
            """;

    private final Storage storage = new Storage();
    private final ResourceTypes types = new ResourceTypes(storage);
    private final Deletions deletions = new Deletions(storage, Clock.systemUTC());
    private final Registry registry = new Registry(storage, deletions, Clock.systemUTC());

    @BeforeEach
    void define() {
        ObjectStore objects = new ObjectStore(storage, types, deletions, Clock.systemUTC());
        Documents.readAll(Resources.text("/charts/karpenter-crd/templates/kinds.yaml"))
                .forEach(objects::put);
    }

    @Test
    void goodObjects_getTheirDefaults() {
        ObjectNode pool = apply(POOL);
        ObjectNode nodeClass = apply(CLASS);

        assertThat(pool.at("/spec/disruption"))
                .isEqualTo(Objects.json("{'consolidateAfter':'0s','consolidationPolicy':'WhenEmptyOrUnderutilized',"
                        + "'budgets':[{'nodes':'10%'}]}"));
        assertThat(pool.at("/spec/template/spec/expireAfter").asString()).isEqualTo("720h");
        assertThat(nodeClass.at("/spec/metadataOptions/httpPutResponseHopLimit").asInt())
                .isEqualTo(1);
        assertThat(pool.at("/metadata/managedFields/0/fieldsV1/f:spec").has("f:disruption"))
                .isFalse();
        assertThat(apply(POOL)).isEqualTo(pool);
    }

    @Test
    void badNodePool_isRefusedWithEveryCause() {
        refused(
                POOL.replace("group: karpenter.k8s.aws, ", "").replace("operator: In", "operator: Is"),
                "spec.template.spec.nodeClassRef.group: Required value",
                "spec.template.spec.requirements[0].operator: Unsupported value: \"Is\"");
        refused(POOL.replace("cpu: 1000", "cpu: true"), "spec.limits.cpu");
        refused(
                POOL.replace("limits:", "disruption: {consolidationPolicy: WhenEmpty}\n  limits:"),
                "spec.disruption.consolidateAfter: Required value");
        refused(
                POOL.replace("requirements: [", "requirements: [{key: a, operator: Gt, values: ['x']}, "),
                "must have a single positive integer value");
        refused(
                POOL.replace("requirements: [", "requirements: [{key: a, operator: In}, "),
                "requirements with operator 'In' must have a value defined");
        refused("{apiVersion: karpenter.sh/v1, kind: NodePool, metadata: {name: default}}", "spec: Required value");
    }

    @Test
    void badNodeClass_isRefused() {
        refused(CLASS.replace("role: nodes", "instanceProfile: p\n  role: nodes"), "(oneOf)");
        refused(CLASS.replace("  role: nodes\n", ""), "(oneOf)");
        refused(CLASS.replace("[{id: sg-1}]", "[]"), "spec.securityGroupSelectorTerms: Invalid value: 0");
        refused(CLASS.replace("al2023@v20261101", "al2023"), "spec.amiSelectorTerms[0].alias: Invalid value");
        refused(
                CLASS.replace("{alias: al2023@v20261101}", "{alias: al2023@v20261101}, {id: ami-1}"),
                "cannot be set with a combination of other amiSelectorTerms");
        refused(CLASS.replace("{alias: al2023@v20261101}", "{id: ami-1}"), "must specify amiFamily");
        refused(CLASS.replace("{id: sg-1}", "{id: sg-1, name: a}"), "other fields in securityGroupSelectorTerms");
        refused(CLASS.replace("{tags: {", "{id: subnet-1, tags: {"), "other fields in subnetSelectorTerms");
        refused(
                CLASS + "  tags: {'kubernetes.io/cluster/c': owned}\n",
                "restricted tag matching kubernetes.io/cluster/");
        refused(CLASS + "  tags: {'eks:eks-cluster-name': c}\n", "restricted tag that Karpenter itself sets");
        refused(CLASS.replace("discovery: c", "discovery: ''"), "empty tag keys or values aren't supported");
        refused(
                CLASS + "  blockDeviceMappings: [{ebs: {encrypted: true}}]\n",
                "snapshotID or volumeSize must be defined");
    }

    @Test
    void nodeClass_keepsToRoleOrInstanceProfile() {
        apply(CLASS);

        refused(CLASS.replace("role: nodes", "instanceProfile: p"), "changing between 'role' and 'instanceProfile'");
        apply(CLASS.replace("role: nodes", "role: others"));
    }

    @Test
    void nodeClassRef_keepsItsGroup() {
        apply(POOL);

        refused(POOL.replace("group: karpenter.k8s.aws", "group: eks.amazonaws.com"), "group is immutable");
    }

    @Test
    void unknownField_isPrunedRefusedOrUnknownToAnApply() {
        ObjectNode pool = Objects.yaml(POOL.replace("limits:", "foo: 1\n  limits:"));
        ResourceType type = types.byKind("karpenter.sh/v1", "NodePool").orElseThrow();

        assertThat(registry.create(type, "", pool, new Write("x", true, false, false))
                        .path("spec")
                        .has("foo"))
                .isFalse();
        assertThatExceptionOfType(ApiError.class)
                .isThrownBy(() -> registry.create(type, "", pool, new Write("x", true, false, true)))
                .withMessageContaining("strict decoding error: unknown field \"spec.foo\"");
        assertThatExceptionOfType(ApiError.class)
                .isThrownBy(() -> apply(Documents.copy(pool)))
                .withMessageContaining("failed to create typed patch object (/default; karpenter.sh/v1,"
                        + " Kind=NodePool): .spec.foo: field not declared in schema");
    }

    private ObjectNode apply(String yaml) {
        return apply(Objects.yaml(yaml));
    }

    private ObjectNode apply(ObjectNode object) {
        ResourceType type = types.byKind(
                        object.path("apiVersion").asString(""),
                        object.path("kind").asString(""))
                .orElseThrow();
        return registry.apply(type, "", "default", object, Registry.Part.MAIN, Write.by("x"))
                .object();
    }

    private void refused(String yaml, String... messages) {
        assertThatExceptionOfType(ApiError.class)
                .isThrownBy(() -> apply(yaml))
                .satisfies(error -> assertThat(error.code()).isEqualTo(422))
                .satisfies(error -> assertThat(error.getMessage()).contains(messages));
    }
}
