package io.groundskeeper.local.eks;

import static io.groundskeeper.local.eks.EksFixture.ROLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class NodeFleetTest {
    private static final String GROUPS = "/clusters/dev/node-groups";

    private final EksFixture eks = new EksFixture();

    @BeforeEach
    void start() {
        eks.active("dev", "API");
        eks.surroundings.roles.add(ROLE);
        eks.call(
                "POST",
                GROUPS,
                "{\"nodegroupName\":\"ng\",\"nodeRole\":\"" + ROLE + "\",\"subnets\":[\"subnet-a\"],"
                        + "\"labels\":{\"team\":\"core\"},\"taints\":[{\"key\":\"k\",\"effect\":\"NO_SCHEDULE\"}]}");
    }

    @AfterEach
    void end() {
        eks.close();
    }

    @Test
    void activeGroup_hasItsNodes_andTheyGoWithIt() {
        assertThat(nodes()).isEmpty();
        pass();
        assertThat(nodes()).hasSize(2).allSatisfy(node -> {
            assertThat(node.at("/metadata/labels/eks.amazonaws.com~1nodegroup").asString())
                    .isEqualTo("ng");
            assertThat(node.at("/metadata/labels/team").asString()).isEqualTo("core");
            assertThat(node.at("/spec/taints/0/effect").asString()).isEqualTo("NoSchedule");
            assertThat(node.at("/status/conditions/0/type").asString()).isEqualTo("Ready");
        });
        assertThat(nodes().getFirst().at("/spec/providerID").asString()).isEqualTo("aws:///us-east-1a/i-1");

        eks.call("DELETE", GROUPS + "/ng", "");
        pass();
        assertThat(nodes()).isEmpty();
        assertThat(eks.surroundings.running).isEmpty();
    }

    @Test
    void scaling_changesTheNumberOfNodes() {
        pass();
        eks.call("POST", GROUPS + "/ng/update-config", "{\"scalingConfig\":{\"desiredSize\":1}}");
        pass();
        assertThat(nodes()).hasSize(1);
        assertThat(eks.surroundings.running).containsExactly("i-1");
        eks.call("POST", GROUPS + "/ng/update-config", "{\"scalingConfig\":{\"maxSize\":3,\"desiredSize\":3}}");
        pass();
        assertThat(nodes()).hasSize(3);
        assertThat(eks.surroundings.running).containsExactly("i-1", "i-3", "i-4");
    }

    private void pass() {
        eks.clock.pass(Duration.ofSeconds(3));
        eks.call("GET", "/clusters", "");
    }

    private List<JsonNode> nodes() {
        return eks.eks.kubernetes("dev").orElseThrow().objects().list("v1", "Node");
    }
}
