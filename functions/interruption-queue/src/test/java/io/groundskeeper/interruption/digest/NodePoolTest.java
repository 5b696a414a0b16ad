package io.groundskeeper.interruption.digest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodePoolTest {

    private static final String CPU = InstanceType.PREFIX + "cpu";
    private static final String FAMILY = InstanceType.PREFIX + "family";
    private static final String SPOT = "karpenter.sh/capacity-type";

    private static final List<InstanceType> TYPES = List.of(
            type("m5.large", "m5", "2", "amd64"),
            type("m5.xlarge", "m5", "4", "amd64"),
            type("m7g.2xlarge", "m7g", "8", "arm64"));

    @ParameterizedTest
    @CsvSource({
        "In,4 8,4,true",
        "In,4 8,5,false",
        "In,4 8,,false",
        "NotIn,4,4,false",
        "NotIn,4,5,true",
        "NotIn,4,,true",
        "Exists,,4,true",
        "Exists,,,false",
        "DoesNotExist,,4,false",
        "DoesNotExist,,,true",
        "Gt,4,5,true",
        "Gt,4,4,false",
        "Gt,9,10,true",
        "Gt,4,,false",
        "Gt,4,many,false",
        "Gte,4,4,true",
        "Gte,4,3,false",
        "Lt,4,3,true",
        "Lt,4,4,false",
        "Lte,4,4,true",
        "Lte,4,5,false"
    })
    void operator_allowsWhatKarpenterAllows(String operator, String values, String label, boolean allowed) {
        var requirement = requirement(CPU, operator, values == null ? new String[0] : values.split(" "));

        assertThat(requirement.isKnown()).isTrue();
        assertThat(requirement.allows(Optional.ofNullable(label))).isEqualTo(allowed);
    }

    @Test
    void requirements_areMetTogether() {
        assertThat(allowed(requirement(FAMILY, "In", "m5"), requirement(CPU, "Gt", "2")))
                .containsExactly("m5.xlarge");
        assertThat(allowed(requirement(CPU, "Gt", "2"), requirement(CPU, "Lt", "8")))
                .containsExactly("m5.xlarge");
        assertThat(allowed()).hasSize(3);
    }

    @Test
    void namesThatKubernetesReplaced_areTheSame() {
        assertThat(allowed(requirement("beta.kubernetes.io/arch", "In", "arm64")))
                .containsExactly("m7g.2xlarge");
        assertThat(allowed(requirement("beta.kubernetes.io/instance-type", "In", "m5.large")))
                .containsExactly("m5.large");
    }

    @Test
    void requirementsOfOtherThingsThanTypes_ruleNoneOut() {
        var pool = pool(requirement("topology.kubernetes.io/zone", "In", "us-east-1a"), requirement("team", "Exists"));

        assertThat(pool.allowed(TYPES)).hasSize(3);
        assertThat(pool.notEvaluated()).isEmpty();
    }

    @Test
    void whatIsNotEvaluated_isNamedAndRulesNoneOut() {
        var pool = pool(
                requirement(InstanceType.PREFIX + "network-bandwidth", "Gt", "1000"),
                requirement(InstanceType.PREFIX + "gpu-count", "Exists"),
                requirement(CPU, "Gt", "many"),
                requirement(FAMILY, "Like", "m"));

        assertThat(pool.allowed(TYPES)).hasSize(3);
        assertThat(pool.notEvaluated())
                .containsExactly(
                        CPU, FAMILY, InstanceType.PREFIX + "gpu-count", InstanceType.PREFIX + "network-bandwidth");
    }

    @Test
    void spot_isAllowedUnlessRuledOut() {
        assertThat(pool().allowsSpot()).isTrue();
        assertThat(pool(requirement(SPOT, "In", "spot", "on-demand")).allowsSpot())
                .isTrue();
        assertThat(pool(requirement(SPOT, "Exists")).allowsSpot()).isTrue();
        assertThat(pool(requirement(SPOT, "In", "on-demand")).allowsSpot()).isFalse();
        assertThat(pool(requirement(SPOT, "NotIn", "spot")).allowsSpot()).isFalse();
    }

    private static List<String> allowed(Requirement... requirements) {
        return pool(requirements).allowed(TYPES).stream()
                .map(InstanceType::name)
                .toList();
    }

    private static NodePool pool(Requirement... requirements) {
        return new NodePool("default", Arrays.asList(requirements));
    }

    private static Requirement requirement(String key, String operator, String... values) {
        return new Requirement(key, operator, Stream.of(values).toList());
    }

    private static InstanceType type(String name, String family, String cpu, String architecture) {
        return new InstanceType(
                name,
                Map.of(InstanceType.TYPE, name, FAMILY, family, CPU, cpu, InstanceType.ARCHITECTURE, architecture));
    }
}
