package io.groundskeeper.local.eks;

import static io.groundskeeper.local.eks.EksFixture.ROLE;
import static io.groundskeeper.local.eks.EksFixture.encoded;
import static io.groundskeeper.local.eks.EksFixture.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.local.http.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AddonRulesTest {
    private static final String ADDONS = "/clusters/dev/addons";

    private final EksFixture eks = new EksFixture();

    @BeforeEach
    void start() {
        eks.active("dev", "API");
    }

    @AfterEach
    void end() {
        eks.close();
    }

    @Test
    void update_isUnderWayThenMade_andTakesNoSecondOneMeanwhile() {
        create("coredns");
        refused(update("coredns", "{\"replicaCount\":3}"), 409, "ResourceInUseException", "CREATING");
        eks.clock.pass(Duration.ofSeconds(3));

        var update = update("coredns", "{\"replicaCount\":3}");
        assertThat(update.at("/update/type")).isEqualTo("AddonUpdate");
        assertThat(addon("coredns").at("/addon/status")).isEqualTo("UPDATING");
        refused(update("coredns", "{\"replicaCount\":4}"), 409, "ResourceInUseException", "UPDATING");
        eks.clock.pass(Duration.ofSeconds(3));

        assertThat(addon("coredns").at("/addon/status")).isEqualTo("ACTIVE");
        assertThat(addon("coredns").at("/addon/configurationValues")).isEqualTo("{\"replicaCount\":3}");
        String id = update.at("/update/id");
        assertThat(eks.call("GET", "/clusters/dev/updates/" + id + "?addonName=coredns", "")
                        .at("/update/status"))
                .isEqualTo("Successful");
        refused(eks.call("GET", "/clusters/dev/updates/" + id, ""), 404, "ResourceNotFoundException", id);
    }

    @Test
    void badConfiguration_isRefused() {
        create("coredns");
        eks.clock.pass(Duration.ofSeconds(3));
        refused(update("coredns", "{\"replicas\":3}"), 400, "InvalidParameterException", "$.replicas");
        refused(update("coredns", "{\"replicaCount\":\"3\"}"), 400, "InvalidParameterException", "$.replicaCount");
        refused(update("coredns", "[1]"), 400, "InvalidParameterException", "no object");
        refused(update("coredns", "{\"affinity\":"), 400, "InvalidParameterException", "not supported");
        refused(update("metrics-server", "{}"), 404, "ResourceNotFoundException", "metrics-server");
        refused(
                eks.call("POST", ADDONS + "/coredns/update", "{\"resolveConflicts\":\"FORCE\"}"),
                400,
                "InvalidParameterException",
                "resolveConflicts");
        refused(
                eks.call("POST", ADDONS + "/coredns/update", "{\"serviceAccountRoleArn\":\"" + ROLE + "\"}"),
                400,
                "InvalidParameterException",
                ROLE);
        refused(
                eks.call("POST", ADDONS + "/coredns/update", "{\"addonVersion\":\"v0\"}"),
                400,
                "InvalidParameterException",
                "version");
        assertThat(addon("coredns").body().path("addon").has("configurationValues"))
                .isFalse();
    }

    @Test
    void whatAnUpdateDoesNotName_stays() {
        create("metrics-server");
        eks.clock.pass(Duration.ofSeconds(3));
        update("metrics-server", "{\"replicas\":3}");
        eks.clock.pass(Duration.ofSeconds(3));
        eks.surroundings.roles.add(ROLE);
        eks.call("POST", ADDONS + "/metrics-server/update", "{\"serviceAccountRoleArn\":\"" + ROLE + "\"}");
        eks.clock.pass(Duration.ofSeconds(3));
        assertThat(addon("metrics-server").at("/addon/configurationValues")).isEqualTo("{\"replicas\":3}");
        assertThat(addon("metrics-server").at("/addon/serviceAccountRoleArn")).isEqualTo(ROLE);
    }

    @Test
    void versionsAndConfiguration_areDescribed() {
        var versions = eks.call("GET", "/addons/supported-versions?addonName=coredns&kubernetesVersion=1.34", "");
        assertThat(versions.body().path("addons")).hasSize(1);
        assertThat(versions.at("/addons/0/addonVersions/0/compatibilities/0/clusterVersion"))
                .isEqualTo("1.34");
        String version = versions.at("/addons/0/addonVersions/0/addonVersion");
        assertThat(eks.call("GET", "/addons/supported-versions?kubernetesVersion=1.9", "")
                        .body()
                        .path("addons"))
                .isEmpty();
        var described =
                eks.call("GET", "/addons/configuration-schemas?addonName=coredns&addonVersion=" + encoded(version), "");
        var schema = Json.parse(described.at("/configurationSchema").getBytes(StandardCharsets.UTF_8));
        assertThat(schema.path("properties").has("affinity")).isTrue();
        refused(
                eks.call("GET", "/addons/configuration-schemas?addonName=coredns", ""),
                400,
                "InvalidParameterException",
                "addonVersion");
    }

    private void create(String name) {
        assertThat(eks.call("POST", ADDONS, "{\"addonName\":\"" + name + "\"}").at("/addon/status"))
                .isEqualTo("CREATING");
    }

    private EksFixture.Answer addon(String name) {
        return eks.call("GET", ADDONS + "/" + name, "");
    }

    private EksFixture.Answer update(String name, String values) {
        var body = Json.object().put("configurationValues", values).put("resolveConflicts", "PRESERVE");
        return eks.call("POST", ADDONS + "/" + name + "/update", new String(Json.bytes(body), StandardCharsets.UTF_8));
    }
}
