package io.groundskeeper.local.interruption;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.cloudwatch.model.Dimension;
import software.amazon.awssdk.services.cloudwatch.model.MetricDatum;
import software.amazon.awssdk.services.ec2.Ec2Client;

/** What the digest reads, against moto's CloudWatch and EC2. */
class DigestOnStandInsIT {

    private static Services services;
    private static EnvironmentClients clients;
    private static CloudWatchClient cloudWatch;

    @BeforeAll
    static void start() {
        var root = Path.of(System.getProperty("groundskeeper.root", "..")).toAbsolutePath();
        services = Services.start(root, Map.of("AWS_REGION", "us-east-1"), Duration.ofMillis(300));
        clients = new EnvironmentClients(services.environment());
        cloudWatch = clients.build(CloudWatchClient.builder(), "CLOUDWATCH");
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

        assertThat(new CloudWatchTallies(cloudWatch).read(Set.of("Interruptions", "Rebalances"), from, to))
                .containsExactlyInAnyOrder(
                        new Tally("Interruptions", Map.of("Outcome", "LATE"), 2),
                        new Tally("Rebalances", Map.of("NodePool", "a", "Outcome", "R"), 1));
    }

    @Test
    void functionThatCountedNothing_hasNoTallies() {
        assertThat(new CloudWatchTallies(cloudWatch)
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
        var all = IntStream.range(0, dimensions.length / 2)
                .mapToObj(i -> Dimension.builder()
                        .name(dimensions[2 * i])
                        .value(dimensions[2 * i + 1])
                        .build())
                .toList();
        var datum = MetricDatum.builder()
                .metricName(metric)
                .dimensions(all)
                .timestamp(when)
                .unit("Count")
                .value(1.0)
                .build();
        cloudWatch.putMetricData(r -> r.namespace("Groundskeeper").metricData(datum));
    }
}
