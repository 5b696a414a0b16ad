package io.groundskeeper.local.eks;

import static io.groundskeeper.local.eks.EksFixture.NETWORK;
import static io.groundskeeper.local.eks.EksFixture.encoded;
import static io.groundskeeper.local.eks.EksFixture.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterRulesTest {
    private final EksFixture eks = new EksFixture();

    @AfterEach
    void end() {
        eks.close();
    }

    @Test
    void newCluster_isCreatingThenActiveWithEndpoint() {
        var created = eks.call("POST", "/clusters", "{\"name\":\"dev\"," + NETWORK + "}");
        assertThat(created.at("/cluster/status")).isEqualTo("CREATING");
        assertThat(created.body().at("/cluster/endpoint").isMissingNode()).isTrue();
        assertThat(created.at("/cluster/accessConfig/authenticationMode")).isEqualTo("CONFIG_MAP");
        eks.clock.pass(Duration.ofMillis(2999));
        assertThat(eks.call("GET", "/clusters/dev", "").at("/cluster/status")).isEqualTo("CREATING");
        eks.clock.pass(Duration.ofMillis(1));
        var active = eks.call("GET", "/clusters/dev", "");
        assertThat(active.at("/cluster/status")).isEqualTo("ACTIVE");
        assertThat(active.at("/cluster/endpoint")).startsWith("https://127.0.0.1:");
        assertThat(active.at("/cluster/certificateAuthority/data")).isNotEmpty();
        assertThat(active.at("/cluster/resourcesVpcConfig/clusterSecurityGroupId"))
                .isEqualTo("sg-dev");
        assertThat(active.at("/cluster/resourcesVpcConfig/vpcId")).isEqualTo("vpc-1");
        assertThat(active.at("/cluster/identity/oidc/issuer"))
                .startsWith("https://oidc.eks.us-east-1.amazonaws.com/id/");
        assertThat(active.body().at("/cluster/createdAt").isNumber()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-dev",
                "a b",
                "dev/x",
                "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffff"
                        + "gggggggggghhhhhhhhhhiiiiiiiiiijjjjjjjjjjk"
            })
    void badName_isRefused(String name) {
        refused(create(name, NETWORK), 400, "InvalidParameterException", "name");
    }

    @Test
    void whatAwsRefusesOfACluster_isRefused() {
        refused(create("a", NETWORK + ",\"version\":\"1.9\""), 400, "InvalidParameterException", "1.9");
        refused(create("a", NETWORK.replace("subnet-b", "subnet-x")), 400, "InvalidParameterException", "subnet");
        refused(create("a", NETWORK.replace(",\"subnet-b\"", "")), 400, "InvalidParameterException", "two");
        refused(create("a", NETWORK + ",\"tags\":{\"aws:x\":\"1\"}"), 400, "InvalidParameterException", "aws:");
        refused(
                create("a", NETWORK + ",\"computeConfig\":{\"enabled\":true}"),
                400,
                "InvalidParameterException",
                "authentication mode");
        refused(eks.call("POST", "/clusters", "{\"name\":"), 400, "SerializationException", "not JSON");
        eks.active("a", "");
        refused(create("a", NETWORK), 409, "ResourceInUseException", "already exists");
        refused(
                eks.call("GET", "/clusters/none", ""),
                404,
                "ResourceNotFoundException",
                "No cluster found for name: none.");
    }

    @Test
    void unsignedCall_isRefused() {
        var unsigned = HttpRequest.newBuilder(URI.create(eks.uri() + "/clusters"));
        refused(eks.send(unsigned), 403, "MissingAuthenticationTokenException", "Missing Authentication Token");
    }

    @Test
    void list_comesInPages() {
        eks.active("a", "");
        eks.active("b", "");
        eks.active("c", "");
        var first = eks.call("GET", "/clusters?maxResults=2", "");
        assertThat(first.body().path("clusters")).hasSize(2);
        var second = eks.call("GET", "/clusters?maxResults=2&nextToken=" + encoded(first.at("/nextToken")), "");
        assertThat(second.at("/clusters/0")).isEqualTo("c");
        assertThat(second.body().path("nextToken").isNull()).isTrue();
        refused(eks.call("GET", "/clusters?maxResults=0", ""), 400, "InvalidParameterException", "maxResults");
    }

    @Test
    void authenticationMode_movesOnOneWayOneStep() {
        eks.active("dev", "");
        refused(mode("API"), 400, "InvalidParameterException", "CONFIG_MAP to API");
        assertThat(mode("API_AND_CONFIG_MAP").at("/update/status")).isEqualTo("InProgress");
        refused(mode("API"), 409, "ResourceInUseException", "UPDATING");
        eks.clock.pass(Duration.ofSeconds(3));
        assertThat(eks.call("GET", "/clusters/dev", "").at("/cluster/accessConfig/authenticationMode"))
                .isEqualTo("API_AND_CONFIG_MAP");
        refused(mode("CONFIG_MAP"), 400, "InvalidParameterException", "to CONFIG_MAP");
        String id = eks.call("GET", "/clusters/dev/updates", "").at("/updateIds/0");
        assertThat(eks.call("GET", "/clusters/dev/updates/" + id, "").at("/update/status"))
                .isEqualTo("Successful");
        assertThat(eks.call("GET", "/clusters/dev/access-entries", "").at("/accessEntries/0"))
                .isEqualTo("arn:aws:iam::123456789012:user/ann");
    }

    @Test
    void autoMode_isSwitchedOnInAClusterWithEntries() {
        String on = "{\"computeConfig\":{\"enabled\":true},\"storageConfig\":{\"blockStorage\":{\"enabled\":true}}}";
        eks.active("old", "");
        refused(eks.call("POST", "/clusters/old/update-config", on), 400, "InvalidParameterException", "Auto Mode");
        eks.active("dev", "API");
        assertThat(eks.call("POST", "/clusters/dev/update-config", on).at("/update/type"))
                .isEqualTo("AutoModeUpdate");
        assertThat(eks.call("GET", "/clusters/dev", "").at("/cluster/status")).isEqualTo("UPDATING");
        eks.clock.pass(Duration.ofSeconds(3));
        var cluster = eks.call("GET", "/clusters/dev", "").body();
        assertThat(cluster.at("/cluster/computeConfig/enabled").asBoolean()).isTrue();
        assertThat(cluster.at("/cluster/storageConfig/blockStorage/enabled").asBoolean())
                .isTrue();
    }

    @Test
    void deletedCluster_isDeletingThenGone() {
        eks.active("dev", "");
        assertThat(eks.call("DELETE", "/clusters/dev", "").at("/cluster/status"))
                .isEqualTo("DELETING");
        eks.clock.pass(Duration.ofSeconds(3));
        refused(eks.call("GET", "/clusters/dev", ""), 404, "ResourceNotFoundException", "dev");
    }

    @Test
    void tags_areAddedAndTakenAway() {
        eks.active("dev", "");
        String tags = "/tags/" + encoded("arn:aws:eks:us-east-1:123456789012:cluster/dev");
        assertThat(eks.call("POST", tags, "{\"tags\":{\"a\":\"1\",\"b\":\"2\"}}")
                        .status())
                .isEqualTo(200);
        eks.call("DELETE", tags + "?tagKeys=a", "");
        assertThat(eks.call("GET", tags, "").body().path("tags").toString()).isEqualTo("{\"b\":\"2\"}");
        refused(eks.call("POST", tags, "{\"tags\":{\"AWS:x\":\"1\"}}"), 400, "InvalidParameterException", "aws:");
        var many = new StringBuilder("{\"tags\":{\"k0\":\"\"");
        for (int i = 1; i < 50; i++) {
            many.append(",\"k").append(i).append("\":\"\"");
        }
        refused(eks.call("POST", tags, many + "}}"), 400, "InvalidParameterException", "50");
        refused(eks.call("GET", tags + "x", ""), 404, "NotFoundException", "not found");
    }

    private EksFixture.Answer create(String name, String rest) {
        return eks.call("POST", "/clusters", "{\"name\":\"" + name + "\"," + rest + "}");
    }

    private EksFixture.Answer mode(String mode) {
        return eks.call(
                "POST", "/clusters/dev/update-config", "{\"accessConfig\":{\"authenticationMode\":\"" + mode + "\"}}");
    }
}
