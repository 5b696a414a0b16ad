package io.groundskeeper.local.interruption;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.aws.AwsJsonClient;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.interruption.aws.CloudWatchTallies;
import io.groundskeeper.interruption.aws.Ec2InstanceTypes;
import io.groundskeeper.interruption.digest.InstanceType;
import io.groundskeeper.interruption.digest.Tally;
import io.groundskeeper.local.environment.EnvironmentClients;
import io.groundskeeper.local.serve.Services;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ec2.Ec2Client;

/** What the digest reads, against moto's CloudWatch and EC2. */
class DigestOnStandInsIT {

    private static Services services;
    private static EnvironmentClients clients;
    private static AwsJsonClient cloudWatch;

    @BeforeAll
    static void start() {
        var root = Path.of(System.getProperty("groundskeeper.root", "..")).toAbsolutePath();
        services = Services.start(root, Map.of("AWS_REGION", "us-east-1"), Duration.ofMillis(300));
        clients = new EnvironmentClients(services.environment());
        var settings = Settings.of(services.environment());
        var credentials = AwsSessionCredentials.create(
                services.environment().get("AWS_ACCESS_KEY_ID"),
                services.environment().get("AWS_SECRET_ACCESS_KEY"),
                services.environment().get("AWS_SESSION_TOKEN"));
        cloudWatch = new AwsJsonClient(
                new AwsClients(settings, StaticCredentialsProvider.create(credentials)),
                settings,
                AwsJsonClient.Service.CLOUD_WATCH);
    }

    @AfterAll
    static void end() {
        services.close();
    }

    @Test
    void metrics_areSummedByTheirDimensions() {
        var to = Instant.ofEpochSecond(Instant.now().getEpochSecond() / 300 * 300);
        var from = to.minus(Duration.ofHours(24));
        count("Interruptions", to.minusSeconds(600), "Function", "interruption-queue", "Outcome", "LATE");
        count("Interruptions", to.minusSeconds(9000), "Function", "interruption-queue", "Outcome", "LATE");
        count("Interruptions", from.minusSeconds(600), "Function", "interruption-queue", "Outcome", "LATE");
        count("Interruptions", to.minusSeconds(60), "Function", "another", "Outcome", "LATE");
        count("Rebalances", to.minusSeconds(60), "Function", "interruption-queue", "NodePool", "a", "Outcome", "R");

        assertThat(new CloudWatchTallies(cloudWatch, Region.US_EAST_1)
                        .read(Set.of("Interruptions", "Rebalances"), from, to))
                .containsExactlyInAnyOrder(
                        new Tally("Interruptions", Map.of("Outcome", "LATE"), 2),
                        new Tally("Rebalances", Map.of("NodePool", "a", "Outcome", "R"), 1));
    }

    @Test
    void functionThatCountedNothing_hasNoTallies() {
        assertThat(new CloudWatchTallies(cloudWatch, Region.US_EAST_1)
                        .read(Set.of("Nothing"), Instant.now().minusSeconds(600), Instant.now()))
                .isEmpty();
    }

    @Test
    void instanceTypes_haveTheLabelsThatKarpenterGivesThem() {
        var types = new Ec2InstanceTypes(() -> clients.build(Ec2Client.builder(), "EC2")).spot();

        assertThat(types).hasSizeGreaterThan(100);
        var m5 = types.stream()
                .filter(type -> type.name().equals("m5.large"))
                .findFirst()
                .orElseThrow();
        assertThat(m5.labels())
                .containsEntry(InstanceType.TYPE, "m5.large")
                .containsEntry(InstanceType.ARCHITECTURE, "amd64")
                .containsEntry(InstanceType.PREFIX + "category", "m")
                .containsEntry(InstanceType.PREFIX + "generation", "5")
                .containsEntry(InstanceType.PREFIX + "family", "m5")
                .containsEntry(InstanceType.PREFIX + "size", "large")
                .containsEntry(InstanceType.PREFIX + "cpu", "2")
                .containsEntry(InstanceType.PREFIX + "cpu-manufacturer", "intel")
                .containsEntry(InstanceType.PREFIX + "memory", "8192")
                .containsEntry(InstanceType.PREFIX + "hypervisor", "nitro")
                .containsEntry(InstanceType.PREFIX + "encryption-in-transit-supported", "false")
                .doesNotContainKey(InstanceType.PREFIX + "local-nvme");
        assertThat(types).allSatisfy(type -> {
            assertThat(InstanceType.KNOWN).containsAll(type.labels().keySet());
            assertThat(type.labels()).containsKeys(InstanceType.PREFIX + "category", InstanceType.PREFIX + "cpu");
        });
    }

    private static void count(String metric, Instant when, String... dimensions) {
        var input = Json.object().put("Namespace", "Groundskeeper");
        var datum = input.putArray("MetricData").addObject();
        datum.put("MetricName", metric).put("Timestamp", when.getEpochSecond()).put("Value", 1.0);
        var all = datum.putArray("Dimensions");
        for (int i = 0; i < dimensions.length; i += 2) {
            all.addObject().put("Name", dimensions[i]).put("Value", dimensions[i + 1]);
        }
        cloudWatch.call("PutMetricData", input, Region.US_EAST_1);
    }
}
