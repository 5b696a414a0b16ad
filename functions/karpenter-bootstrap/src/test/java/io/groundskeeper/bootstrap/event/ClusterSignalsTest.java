package io.groundskeeper.bootstrap.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.groundskeeper.core.cluster.Home;
import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterSignalsTest {

    private static final Home HOME = new Home("aws", "us-east-1", "123456789012");

    @ParameterizedTest
    @CsvSource({
        "eks-create-cluster.json,CREATED,CreateCluster",
        "eks-create-nodegroup.json,CHANGED,CreateNodegroup",
        "eks-create-fargate-profile.json,CHANGED,CreateFargateProfile",
        "eks-update-cluster-config.json,CHANGED,UpdateClusterConfig",
        "eks-tag-resource.json,ADOPTED,TagResource"
    })
    void sample_isAboutTheCluster(String file, Trigger trigger, String event) throws IOException {
        assertThat(ClusterSignals.read(EventParser.parse(sample(file)), () -> HOME))
                .isInstanceOfSatisfying(Signal.About.class, about -> {
                    assertThat(about.cluster()).isEqualTo("dev");
                    assertThat(about.trigger()).isEqualTo(trigger);
                    assertThat(about.event()).isEqualTo(event);
                    assertThat(about.by().orElse("")).endsWith("assumed-role/PlatformEngineer/ada");
                    assertThat(about.at())
                            .hasValueSatisfying(at -> assertThat(at).isAfter("2026-11-30T09:59:59Z"));
                });
    }

    @ParameterizedTest
    @CsvSource({
        "eks-create-cluster-failed.json,ResourceInUseException",
        "eks-create-cluster-unknown-region.json,mars-north-1"
    })
    void sample_isIgnoredWithAReason(String file, String reason) throws IOException {
        assertThat(ClusterSignals.read(EventParser.parse(sample(file)), () -> HOME))
                .isInstanceOfSatisfying(
                        Signal.Nothing.class,
                        nothing -> assertThat(nothing.reason()).contains(reason));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "null",
            value = {
                "{\"cluster\":{\"name\":\"a\",\"clusterName\":\"b\"}} | {\"name\":\"c\"} | a",
                "{\"cluster\":{\"clusterName\":\"b\"}} | {\"name\":\"c\"} | b",
                "null | {\"name\":\"c\",\"clusterName\":\"d\"} | c",
                "null | {\"clusterName\":\"d\"} | d",
                "{\"cluster\":{\"arn\":\"arn:aws:eks:us-east-1:123456789012:cluster/e\"}} | null | e",
                "null | null | null",
                "{\"cluster\":{\"name\":7}} | {\"name\":[]} | null",
                "null | {\"name\":\"../x\"} | null"
            })
    void createCluster_nameIsFoundWhereverItIs(String response, String request, String name) {
        var call = call("CreateCluster", response, request, "us-east-1", "123456789012");
        var found = call instanceof Signal.About about ? Optional.of(about.cluster()) : Optional.empty();
        assertThat(found).isEqualTo(Optional.ofNullable(name));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "null",
            value = {
                "TagResource | arn:aws:eks:us-east-1:123456789012:cluster/dev | manage | ADOPTED",
                "TagResource | arn%3Aaws%3Aeks%3Aus-east-1%3A123456789012%3Acluster%2Fdev | skip | CHANGED",
                "UntagResource | arn:aws:eks:us-east-1:123456789012:cluster/dev | manage | CHANGED",
                "TagResource | arn:aws:eks:us-east-1:123456789012:nodegroup/dev/a/b | manage | null",
                "TagResource | 100% | manage | null"
            })
    void tagging_countsForClustersOnly(String event, String arn, String wish, Trigger trigger) {
        var request = "{\"resourceArn\":\"%s\",\"tags\":{\"groundskeeper/karpenter\":\"%s\"}}".formatted(arn, wish);
        var signal = call(event, null, request, "us-east-1", "123456789012");
        var found = signal instanceof Signal.About about ? Optional.of(about.trigger()) : Optional.empty();
        assertThat(found).isEqualTo(Optional.ofNullable(trigger));
    }

    @Test
    void ourOwnMark_wakesNobody() {
        var arn = "arn:aws:eks:us-east-1:123456789012:cluster/dev";
        var mark = "{\"resourceArn\":\"%s\",\"tags\":{\"groundskeeper/managed\":\"true\"}}".formatted(arn);
        var more = "{\"resourceArn\":\"%s\",\"tags\":{\"groundskeeper/managed\":\"true\",\"a\":\"b\"}}".formatted(arn);

        assertThat(call("TagResource", null, mark, "us-east-1", "123456789012")).isInstanceOf(Signal.Nothing.class);
        assertThat(call("TagResource", null, more, "us-east-1", "123456789012")).isInstanceOf(Signal.About.class);
    }

    @Test
    void otherAccount_isIgnored() {
        assertThat(call("CreateCluster", null, "{\"name\":\"dev\"}", "us-east-1", "999999999999"))
                .isInstanceOfSatisfying(
                        Signal.Nothing.class,
                        nothing -> assertThat(nothing.reason()).contains("999999999999"));
    }

    @Test
    void otherEvents_areIgnored() {
        assertThat(call("DescribeCluster", null, "{\"name\":\"dev\"}", "us-east-1", "123456789012"))
                .isInstanceOf(Signal.Nothing.class);
        var unknown = EventParser.parse(Json.read("{\"source\":\"aws.x\",\"detail-type\":\"y\"}"));
        assertThat(ClusterSignals.read(unknown, ClusterSignalsTest::nobodyAsks))
                .isEqualTo(new Signal.Nothing("Not an EKS API call"));
    }

    @Test
    void realRecord_isRead() throws IOException {
        var file = Path.of(
                System.getProperty("groundskeeper.data", ""), "cloudtrail", "eks.amazonaws.com.CreateCluster.1.json");
        assumeThat(file).as("real records are not on this machine").exists();
        var event = EventParser.wrap(Json.read(Files.readString(file)));
        var signal = ClusterSignals.read(event, () -> new Home("aws", "ap-northeast-2", "000000000000"));
        assertThat(signal)
                .isEqualTo(new Signal.About(
                        "test",
                        Trigger.CREATED,
                        "CreateCluster",
                        Optional.of("arn:aws:iam::000000000000:user/test"),
                        Optional.of(Instant.parse("2022-03-26T08:14:48Z"))));
        System.out.println("ran 1 real CreateCluster record");
    }

    private static Signal call(String name, String response, String request, String region, String account) {
        var record = """
                {"eventSource":"eks.amazonaws.com","eventName":"%s","awsRegion":"%s","recipientAccountId":"%s","responseElements":%s,"requestParameters":%s}""".formatted(name, region, account, response, request);
        return ClusterSignals.read(EventParser.wrap(Json.read(record)), () -> HOME);
    }

    private static String sample(String name) throws IOException {
        return Files.readString(Path.of(System.getProperty("groundskeeper.root"), "events", name));
    }

    private static Home nobodyAsks() {
        throw new AssertionError("Who we are takes a call to AWS: nobody asks for an event of no concern");
    }
}
