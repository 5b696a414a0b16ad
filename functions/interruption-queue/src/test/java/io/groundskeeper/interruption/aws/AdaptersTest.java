package io.groundskeeper.interruption.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.aws.AwsJsonClient;
import io.groundskeeper.core.aws.AwsJsonException;
import io.groundskeeper.core.cluster.Tags;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.interruption.cluster.Look;
import io.groundskeeper.interruption.kubernetes.ApiServer;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eks.model.Cluster;
import software.amazon.awssdk.services.eks.model.DescribeClusterRequest;
import software.amazon.awssdk.services.eks.model.DescribeClusterResponse;
import software.amazon.awssdk.services.eks.model.ResourceNotFoundException;

/** The adapters to AWS: whose an instance is, and the way into its cluster. */
class AdaptersTest {

    private static final String ACCOUNT = "123456789012";

    private final ApiServer server = new ApiServer();
    private final Settings settings =
            Settings.of(Map.of("AWS_REGION", "us-east-1", "AWS_ENDPOINT_URL", server.url() + "/"));
    private final AwsClients clients = new AwsClients(
            settings, StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIDEXAMPLE", "secret")));
    private final TaggingApi tagging =
            new TaggingApi(new AwsJsonClient(clients, settings, AwsJsonClient.Service.TAGGING));

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void tags_areAskedForByArnAndReadByInstance() {
        server.with("/", 200, """
                {"PaginationToken":"","ResourceTagMappingList":[
                 {"ResourceARN":"arn:aws-cn:ec2:cn-north-1:123456789012:instance/i-1",
                  "Tags":[{"Key":"eks:cluster-name","Value":"dev"}]},
                 {"ResourceARN":"arn:aws-cn:ec2:cn-north-1:123456789012:instance/i-2"}]}""");

        assertThat(tagging.of(ACCOUNT, "cn-north-1", Set.of("i-1", "i-2", "i-3")))
                .isEqualTo(Map.of("i-1", Map.of("eks:cluster-name", "dev"), "i-2", Map.of()));
        assertThat(Json.read(server.bodies().getFirst()).path("ResourceARNList").toString())
                .contains("arn:aws-cn:ec2:cn-north-1:123456789012:instance/i-3");
    }

    @Test
    void manyInstances_areAskedForByTheHundred() {
        server.with("/", 200, "{}");
        var ids = IntStream.range(0, 250).mapToObj(i -> "i-" + i).collect(Collectors.toSet());

        assertThat(tagging.of(ACCOUNT, "us-east-1", ids)).isEmpty();
        assertThat(server.bodies()).hasSize(3);
    }

    @Test
    void refusedTags_areAFailure() {
        server.with("/", 400, "{\"__type\":\"AccessDeniedException\",\"Message\":\"tag:GetResources\"}");

        assertThatThrownBy(() -> tagging.of(ACCOUNT, "us-east-1", Set.of("i-1")))
                .isInstanceOf(AwsJsonException.class)
                .hasMessageContaining("tag:GetResources");
    }

    @Test
    void clusterThatDoesNotExist_isEmpty() {
        assertThat(clusters(name -> {
                            throw ResourceNotFoundException.builder().build();
                        })
                        .look("us-east-1", "dev"))
                .isEqualTo(new Look.Absent());
    }

    @Test
    void autoModeCluster_isNotLookedInto() {
        var auto = Cluster.builder()
                .name("dev")
                .computeConfig(c -> c.enabled(true))
                .build();

        assertThat(clusters(name -> auto).look("us-east-1", "dev")).isEqualTo(new Look.AutoMode());
        assertThat(server.paths()).isEmpty();
    }

    @Test
    void cluster_isLookedIntoThroughItsEndpoint() {
        server.with("/api/v1/nodes", 200, "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"items\":[]}");

        assertThat(clusters(name -> cluster()).look("us-east-1", "dev"))
                .isInstanceOfSatisfying(
                        Look.Seen.class,
                        seen -> assertThat(seen.snapshot().nodes()).isEmpty());
        assertThat(server.paths()).contains("/api/v1/nodes", "/apis/karpenter.sh/v1/nodeclaims");
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void clusterOfOursThatRefuses_isUnavailable(int status) {
        server.with("/api/v1/nodes", status, ApiServer.status(status));
        var ours = cluster().toBuilder().tags(Map.of(Tags.MARK, "true")).build();

        assertThatThrownBy(() -> clusters(name -> ours).look("us-east-1", "dev"))
                .isInstanceOf(KubernetesUnavailableException.class)
                .hasMessageContaining(String.valueOf(status));
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403})
    void strangersClusterThatRefuses_isNotOurs(int status) {
        server.with("/api/v1/nodes", status, ApiServer.status(status));

        assertThat(clusters(name -> cluster()).look("us-east-1", "dev"))
                .isInstanceOfSatisfying(
                        Look.NotOurs.class, look -> assertThat(look.why()).contains("not one of ours", Tags.MARK));
    }

    @Test
    void strangersClusterThatNobodyAnswersFor_isUnavailable() {
        server.close();

        assertThatThrownBy(() -> clusters(name -> cluster()).look("us-east-1", "dev"))
                .isInstanceOf(KubernetesUnavailableException.class);
    }

    @Test
    void clusterBeingCreated_isUnavailable() {
        var creating = Cluster.builder().name("dev").status("CREATING").build();

        assertThatThrownBy(() -> clusters(name -> creating).look("us-east-1", "dev"))
                .isInstanceOf(KubernetesUnavailableException.class)
                .hasMessageContaining("CREATING");
    }

    private Cluster cluster() {
        return Cluster.builder()
                .name("dev")
                .status("ACTIVE")
                .endpoint(server.url())
                .certificateAuthority(ca -> ca.data(""))
                .build();
    }

    private EksClusters clusters(Function<String, Cluster> described) {
        var kubernetes = new KubernetesAccess(clients, settings, Clock.systemUTC());
        return new EksClusters(region -> new FakeEks(described), kubernetes, Clock.systemUTC());
    }

    private record FakeEks(Function<String, Cluster> described) implements EksClient {

        @Override
        public DescribeClusterResponse describeCluster(Consumer<DescribeClusterRequest.Builder> request) {
            var name = DescribeClusterRequest.builder()
                    .applyMutation(request)
                    .build()
                    .name();
            return DescribeClusterResponse.builder()
                    .cluster(described.apply(name))
                    .build();
        }

        @Override
        public String serviceName() {
            return "eks";
        }

        @Override
        public void close() {}
    }
}
