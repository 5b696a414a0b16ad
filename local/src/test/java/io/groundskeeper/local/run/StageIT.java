package io.groundskeeper.local.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.local.environment.EnvironmentClients;
import io.groundskeeper.local.serve.Services;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.InstanceStateName;
import tools.jackson.databind.JsonNode;

/** What people do by hand to a cluster that the packaged function has set up, and what is left of one. */
@Timeout(240)
class StageIT {
    private static final Path ROOT = Path.of(System.getProperty("groundskeeper.root", ".."));

    private Services services;
    private EnvironmentClients clients;
    private Stage stage;
    private Functions functions;

    @BeforeEach
    void start() {
        services = Services.start(ROOT.toAbsolutePath(), Map.of("AWS_REGION", "us-east-1"), Duration.ofMillis(300));
        var environment = new HashMap<>(System.getenv());
        environment.putAll(services.environment());
        clients = new EnvironmentClients(environment);
        stage = new Stage(clients, services);
        functions = new Functions(
                ROOT,
                services.environment(),
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
        stage.perform("create cluster dev");
        stage.perform("wait until dev is ACTIVE");
        stage.perform("add node group base to dev");
        stage.perform("wait until node group base of dev is ACTIVE");
    }

    @AfterEach
    void end() {
        functions.close();
        stage.close();
        services.close();
    }

    @Test
    void whatIsBrokenByHand_isSeenAndMended() {
        run();
        stage.perform("wait until the pod identity agent of dev is ACTIVE");
        stage.perform("wait until Karpenter in dev runs");
        stage.perform("someone deletes the controller role of dev");
        stage.perform("someone disables a rule of dev");
        stage.perform("someone changes the queue policy of dev");
        stage.perform("someone takes the discovery tags of dev away");
        stage.perform("someone scales Karpenter in dev to 0");

        var report = run();

        for (var step : new String[] {"controller-role", "network", "interruption-queue", "helm-controller"}) {
            assertThat(outcome(report, step)).as(step + " of " + report).isEqualTo("CHANGED");
        }
        assertThat(report.toString()).contains("was disabled", "Policy", "replicas was 0");
        stage.perform("wait until Karpenter in dev runs");
    }

    @Test
    void deletedCluster_leavesWhatKarpenterMade() {
        stage.perform("Karpenter in dev is alive");
        stage.perform("Karpenter starts node-a in dev");
        stage.perform("add Fargate profile pods to dev");
        stage.perform("delete cluster dev");

        try (var ec2 = clients.build(Ec2Client.builder(), "EC2")) {
            var own = Filter.builder()
                    .name("tag:eks:eks-cluster-name")
                    .values("dev")
                    .build();
            assertThat(ec2.describeInstances(r -> r.filters(own)).reservations())
                    .flatExtracting(reservation -> reservation.instances())
                    .singleElement()
                    .satisfies(left -> assertThat(left.state().name()).isEqualTo(InstanceStateName.RUNNING));
            assertThat(ec2.describeLaunchTemplates(r -> r.filters(own)).launchTemplates())
                    .hasSize(1);
            var groups = Filter.builder()
                    .name("tag:eks:nodegroup-name")
                    .values("base")
                    .build();
            assertThat(ec2.describeInstances(r -> r.filters(groups)).reservations())
                    .flatExtracting(reservation -> reservation.instances())
                    .allSatisfy(gone -> assertThat(gone.state().name()).isEqualTo(InstanceStateName.TERMINATED));
        }
    }

    private JsonNode run() {
        return Json.read(
                functions.invoke("karpenter-bootstrap", "{\"cluster\":\"dev\"}").json());
    }

    private static String outcome(JsonNode report, String step) {
        return report.at("/clusters/0/steps")
                .valueStream()
                .filter(each -> each.path("step").asString().equals(step))
                .map(each -> each.path("outcome").asString())
                .findFirst()
                .orElse("none");
    }
}
