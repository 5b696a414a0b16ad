package io.groundskeeper.bootstrap.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.bootstrap.cluster.NodeSettings.Architecture;
import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeSettingsTest {

    @Test
    void nothingSet_defaults() {
        var nodes = nodes(Map.of(), Map.of());
        assertThat(nodes.architectures()).containsExactly(Architecture.AMD64);
        assertThat(nodes.capacityTypes()).containsExactly("spot", "on-demand");
        assertThat(nodes.onDemandAdded()).isFalse();
        assertThat(nodes.categories()).containsExactly("c", "m", "r");
        assertThat(nodes.cpuLimit()).isEqualTo("1000");
        assertThat(nodes.memoryLimit()).isEqualTo("1000Gi");
        assertThat(nodes.tags()).isEqualTo(new NodeTags(Map.of(), List.of()));
        assertThat(nodes.instanceProfile()).isEmpty();
    }

    @Test
    void listsInClusterTags_areSeparatedByColons() {
        var nodes = nodes(
                Map.of("NODE_ARCHITECTURES", "amd64"),
                Map.of(
                        "groundskeeper/node-architectures", "arm64:amd64",
                        "groundskeeper/node-capacity-types", "on-demand:spot",
                        "groundskeeper/node-categories", "t:m",
                        "groundskeeper/node-cpu-limit", "64",
                        "groundskeeper/node-memory-limit", "2Ti"));
        assertThat(nodes.architectures()).containsExactly(Architecture.AMD64, Architecture.ARM64);
        assertThat(nodes.capacityTypes()).containsExactly("spot", "on-demand");
        assertThat(nodes.categories()).containsExactly("t", "m");
        assertThat(nodes.cpuLimit()).isEqualTo("64");
        assertThat(nodes.memoryLimit()).isEqualTo("2Ti");
    }

    @Test
    void spotAlone_getsOnDemandAsFallback() {
        var nodes = nodes(Map.of("NODE_CAPACITY_TYPES", "spot"), Map.of());
        assertThat(nodes.capacityTypes()).containsExactly("spot", "on-demand");
        assertThat(nodes.onDemandAdded()).isTrue();
        assertThat(nodes.spot()).isTrue();
    }

    @Test
    void onDemandAlone_hasNoSpot() {
        var nodes = nodes(Map.of("NODE_CAPACITY_TYPES", "on-demand"), Map.of());
        assertThat(nodes.capacityTypes()).containsExactly("on-demand");
        assertThat(nodes.onDemandAdded()).isFalse();
        assertThat(nodes.spot()).isFalse();
    }

    @Test
    void instanceProfile_isTheClustersOwnWhereItsTagNamesOne() {
        assertThat(nodes(
                                Map.of("NODE_INSTANCE_PROFILE", "all"),
                                Map.of("groundskeeper/node-instance-profile", "KarpenterNode-dev"))
                        .instanceProfile())
                .contains("KarpenterNode-dev");
    }

    @Test
    void requiredTags_getTheirValuesFromTheSettingAndElseFromTheCluster() {
        var tags = nodes(
                        Map.of(
                                "REQUIRED_TAGS",
                                "Owner, Team=platform|data, CostCenter~^[0-9]{4}$, Stage, karpenter.sh/nodepool",
                                "NODE_TAGS",
                                "Owner=me=you, Purpose=nodes"),
                        Map.of("Owner", "someone", "Team", "data", "CostCenter", "none", "Other", "x"))
                .tags();
        assertThat(tags.tags()).isEqualTo(Map.of("Owner", "me=you", "Purpose", "nodes", "Team", "data"));
        assertThat(tags.missing()).containsExactly("CostCenter", "Stage");
    }

    @Test
    void nodeTagsInAClusterTag_areSeparatedByColonsAndReplaceTheFunctions() {
        var tags = nodes(Map.of("NODE_TAGS", "Owner=a,Arn=x:y"), Map.of("groundskeeper/node-tags", "Owner=b:Team=core"))
                .tags();
        assertThat(tags.tags()).isEqualTo(Map.of("Owner", "b", "Team", "core"));
        assertThat(nodes(Map.of("NODE_TAGS", "Arn=x:y"), Map.of()).tags().tags())
                .isEqualTo(Map.of("Arn", "x:y"));
    }

    @Test
    void nodeTagThatThePolicyDoesNotAllow_isABadSetting() {
        assertThatThrownBy(() -> nodes(Map.of("REQUIRED_TAGS", "Team=platform|data", "NODE_TAGS", "Team=x"), Map.of()))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContainingAll("NODE_TAGS", "Team=x", "REQUIRED_TAGS", "is none of platform, data");
    }

    @Test
    void policyDocument_requiresOfNodesWhatItRequiresOfTheirParts() {
        var policy = """
                {"tags":{"owner":{"report_required_tag_for":["ec2:volume"]},
                "stage":{"report_required_tag_for":["s3:bucket"]},
                "team":{"tag_key":"Team","tag_value":["core*"]}}}
                """;
        var tags = nodes(Map.of("TAG_POLICY", policy, "REQUIRED_TAGS", "Other"), Map.of("stage", "dev"))
                .tags();
        assertThat(tags).isEqualTo(new NodeTags(Map.of(), List.of("owner")));
        assertThatThrownBy(() -> nodes(Map.of("TAG_POLICY", policy, "NODE_TAGS", "Team=x"), Map.of()))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContainingAll("NODE_TAGS", "TAG_POLICY", "Team is none of core*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"organizations", "ssm:/tags"})
    void policyThatIsWrittenElsewhere_isNotReadForNodes(String source) {
        assertThat(nodes(Map.of("TAG_POLICY", source, "REQUIRED_TAGS", "Other"), Map.of())
                        .tags())
                .isEqualTo(new NodeTags(Map.of(), List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NODE_ARCHITECTURES | x86_64 | amd64, arm64",
                "NODE_ARCHITECTURES | , | amd64, arm64",
                "NODE_CAPACITY_TYPES | spot,reserved | spot, on-demand",
                "NODE_CATEGORIES | m5.large | c,m,r",
                "NODE_CATEGORIES | c,,m | c,m,r",
                "NODE_CPU_LIMIT | 0 | whole number",
                "NODE_CPU_LIMIT | 1.5 | whole number",
                "NODE_MEMORY_LIMIT | 1000 | 1000Gi",
                "NODE_TAGS | Owner | no tag that can be set",
                "NODE_TAGS | =x | no tag that can be set",
                "NODE_TAGS | aws:x=y | no tag that can be set",
                "NODE_TAGS | Owner=a,Owner=b | twice",
                "NODE_TAGS | Owner=a#b | no tag that can be set",
                "NODE_TAGS | karpenter.sh/nodepool=x | Karpenter sets",
                "NODE_TAGS | kubernetes.io/cluster/x=owned | Karpenter sets",
                "NODE_INSTANCE_PROFILE | arn:aws:iam::123456789012:instance-profile/x | no ARN"
            })
    void valueThatCannotBeUsed_isNamedWithWhatIsAllowed(String setting, String value, String allowed) {
        assertThatThrownBy(() -> nodes(Map.of(setting, value), Map.of()))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContainingAll(setting, value, allowed);
    }

    @Test
    void badClusterTag_isNamedAsSuch() {
        assertThatThrownBy(() -> nodes(Map.of(), Map.of("groundskeeper/node-cpu-limit", "many")))
                .hasMessageContainingAll("groundskeeper/node-cpu-limit", "many");
    }

    private static NodeSettings nodes(Map<String, String> environment, Map<String, String> tags) {
        return ClusterSettings.of(Settings.of(environment), tags).nodes();
    }
}
