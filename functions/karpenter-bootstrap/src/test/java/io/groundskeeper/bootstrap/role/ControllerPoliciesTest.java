package io.groundskeeper.bootstrap.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.version.KarpenterVersion;
import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.cluster.Names;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.json.SameJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class ControllerPoliciesTest {

    private static final Set<String> SINCE_1_11 = Set.of("ec2:DescribePlacementGroups");
    private static final Set<String> SINCE_1_12 = Set.of("ec2:DescribeInstanceStatus");

    static Stream<Arguments> clusters() {
        return Stream.of("aws/us-east-1", "aws-cn/cn-northwest-1", "aws-us-gov/us-gov-west-1")
                .flatMap(place -> Stream.of(1, 40, 100).map(length -> {
                    var parts = place.split("/", -1);
                    return new ClusterId(parts[0], parts[1], "123456789012", "c".repeat(length));
                }))
                .flatMap(cluster -> IntStream.rangeClosed(9, 14)
                        .mapToObj(minor -> Arguments.of(cluster, new KarpenterVersion(1, minor, 0))));
    }

    @ParameterizedTest
    @MethodSource("clusters")
    void everyStatementOfTheVersionsTemplate_isGeneratedAndNoOther(ClusterId cluster, KarpenterVersion version) {
        var generated = policies(cluster, version).documents();
        assertThat(generated).containsOnlyKeys("KarpenterControllerPolicy");
        var document = generated.get("KarpenterControllerPolicy");
        assertThat(document.path("Version").asString()).isEqualTo("2012-10-17");
        int statements = 0;
        for (var policy : upstream(cluster, version).values()) {
            for (var expected : policy.values()) {
                var sid = expected.path("Sid").asString();
                var found = document.path("Statement")
                        .valueStream()
                        .filter(s -> s.path("Sid").asString().equals(sid))
                        .findFirst()
                        .orElseThrow();
                assertThat(SameJson.same(found, expected))
                        .as("%s%nfound    %s%nexpected %s", sid, found, expected)
                        .isTrue();
                statements++;
            }
        }
        assertThat(document.path("Statement").size()).isEqualTo(statements);
        assertThat(statements).isEqualTo(version.isAtLeast(12) ? 18 : 17);
    }

    @ParameterizedTest
    @MethodSource("clusters")
    void allPolicies_fitTheLimitOfARole(ClusterId cluster, KarpenterVersion version) {
        var sizes = policies(cluster, version).documents().values().stream()
                .map(document -> Json.write(document).length())
                .toList();
        assertThat(sizes.stream().mapToInt(Integer::intValue).sum()).isLessThanOrEqualTo(10_240);
    }

    @Test
    void nodeRole_isNamedWithItsPath() {
        var cluster = new ClusterId("aws", "us-east-1", "123456789012", "dev");
        assertThat(Json.write(policies(cluster, new KarpenterVersion(1, 14, 1)).documents()))
                .contains("arn:aws:iam::123456789012:role/groundskeeper/KarpenterNodeRole-dev-");
    }

    @Test
    void olderVersion_lacksWhatCameLater() {
        var cluster = new ClusterId("aws", "us-east-1", "123456789012", "dev");
        var oldest = Json.write(policies(cluster, new KarpenterVersion(1, 9, 0)).documents());
        assertThat(oldest)
                .contains("ec2:DescribeCapacityReservations", "capacity-reservation/*", "iam:ListInstanceProfiles")
                .doesNotContain("placement-group", "PlacementGroups", "InstanceStatus", "arc-zonal-shift");
    }

    private static ControllerPolicies policies(ClusterId cluster, KarpenterVersion version) {
        var names = new Names(cluster);
        return new ControllerPolicies(
                cluster, names.roleArn("/groundskeeper/", names.nodeRole()), names.queueArn(), version);
    }

    /** The newest template without what an older version's lacks. */
    private static JsonNode upstream(ClusterId cluster, KarpenterVersion version) {
        var policies = (ObjectNode) upstream(cluster);
        if (!version.isAtLeast(12)) {
            policies.remove("KarpenterControllerZonalShiftPolicy");
        }
        for (var statement : policies.findParents("Sid")) {
            if (statement.path("Action") instanceof ArrayNode actions) {
                actions.removeIf(action -> !version.isAtLeast(12) && SINCE_1_12.contains(action.asString()));
                actions.removeIf(action -> !version.isAtLeast(11) && SINCE_1_11.contains(action.asString()));
            }
            if (statement.path("Resource") instanceof ArrayNode resources) {
                resources.removeIf(
                        arn -> !version.isAtLeast(11) && arn.asString().endsWith(":placement-group/*"));
            }
        }
        return policies;
    }

    private static JsonNode upstream(ClusterId cluster) {
        var names = new Names(cluster);
        try (var file = ControllerPoliciesTest.class.getResourceAsStream("/controller-policies-1.14.json")) {
            return Json.read(new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("${QueueArn}", names.queueArn())
                    .replace("${NodeRoleArn}", names.roleArn("/groundskeeper/", names.nodeRole()))
                    .replace("${P}", cluster.partition())
                    .replace("${R}", cluster.region())
                    .replace("${A}", cluster.account())
                    .replace("${C}", cluster.name()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
