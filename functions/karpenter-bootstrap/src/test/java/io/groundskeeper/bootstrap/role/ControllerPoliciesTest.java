package io.groundskeeper.bootstrap.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.cluster.ClusterId;
import io.groundskeeper.bootstrap.cluster.Names;
import io.groundskeeper.bootstrap.policy.SameJson;
import io.groundskeeper.core.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class ControllerPoliciesTest {

    static Stream<Arguments> clusters() {
        return Stream.of("aws/us-east-1", "aws-cn/cn-northwest-1", "aws-us-gov/us-gov-west-1")
                .flatMap(place -> Stream.of(1, 40, 100).map(length -> {
                    var parts = place.split("/", -1);
                    return Arguments.of(new ClusterId(parts[0], parts[1], "123456789012", "c".repeat(length)));
                }));
    }

    @ParameterizedTest
    @MethodSource("clusters")
    void everyStatementOfTheTemplate_isGenerated(ClusterId cluster) {
        var generated = policies(cluster).documents();
        var upstream = upstream(cluster);
        assertThat(generated.keySet()).containsExactlyElementsOf(upstream.propertyNames());
        int statements = 0;
        for (var policy : upstream.properties()) {
            var document = generated.get(policy.getKey());
            assertThat(document.path("Version").asString()).isEqualTo("2012-10-17");
            for (var expected : policy.getValue().values()) {
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
            assertThat(document.path("Statement").size())
                    .isEqualTo(policy.getValue().size());
        }
        assertThat(statements).isEqualTo(18);
    }

    @ParameterizedTest
    @MethodSource("clusters")
    void allPolicies_fitTheLimitOfARole(ClusterId cluster) {
        var sizes = policies(cluster).documents().values().stream()
                .map(document -> Json.write(document).length())
                .toList();
        assertThat(sizes).allMatch(size -> size <= 6144);
        assertThat(sizes.stream().mapToInt(Integer::intValue).sum()).isLessThanOrEqualTo(10_240);
    }

    @Test
    void nodeRole_isNamedWithItsPath() {
        var cluster = new ClusterId("aws", "us-east-1", "123456789012", "dev");
        assertThat(Json.write(policies(cluster).documents()))
                .contains("arn:aws:iam::123456789012:role/groundskeeper/KarpenterNodeRole-dev-");
    }

    private static ControllerPolicies policies(ClusterId cluster) {
        var names = new Names(cluster);
        return new ControllerPolicies(cluster, names.roleArn("/groundskeeper/", names.nodeRole()), names.queueArn());
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
