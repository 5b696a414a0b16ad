package io.groundskeeper.core.kubernetes;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.http.LocalHttp;
import io.groundskeeper.core.http.LocalHttp.Answer;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException.Cause;
import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.eks.model.Cluster;

class KubernetesAccessTest {

    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final String NO_NODES = "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"items\":[]}";

    @Test
    void answer_isGivenToTheWork() {
        try (var server = new LocalHttp(Answer.of(200, NO_NODES))) {
            assertThat(nodes(server.uri())).isZero();
            assertThat(server.requests().getFirst().headers().get("authorization"))
                    .startsWith("Bearer k8s-aws-v1.");
        }
    }

    @ParameterizedTest
    @CsvSource({"401, UNAUTHORIZED, access entry", "403, FORBIDDEN, may not list"})
    void refusal_saysWhatToDo(int status, Cause reason, String words) {
        var body = "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"role may not list"
                + "\",\"code\":" + status + "}";
        try (var server = new LocalHttp(Answer.of(status, body))) {
            assertUnavailable(server.uri(), reason, words);
            // After a 401 the client asks once more with a token made anew.
            assertThat(server.requests()).hasSize(status == 401 ? 2 : 1);
        }
    }

    @Test
    void otherRefusal_isThrownAsItIs() {
        try (var server = new LocalHttp(Answer.of(500, "oops"))) {
            assertThatThrownBy(() -> nodes(server.uri()))
                    .isInstanceOfSatisfying(
                            KubernetesClientException.class,
                            e -> assertThat(e.getCode()).isEqualTo(500));
        }
    }

    @Test
    void refusedConnection_namesEndpointAndCidrs() {
        assertUnavailable(URI.create("http://127.0.0.1:1"), Cause.UNREACHABLE, "public access from 203.0.113.0/24");
    }

    @Test
    void silentServer_isUnreachable() throws IOException {
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var access = access(Map.of(), SHORT);
            var endpoint = endpoint(URI.create("http://127.0.0.1:" + silent.getLocalPort()));

            assertThatThrownBy(() -> count(access, endpoint))
                    .isInstanceOf(KubernetesUnavailableException.class)
                    .hasMessageContaining("did not answer");
        }
    }

    @Test
    void answerThatTricklesIn_isUnreachable() throws IOException {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var trickle = Thread.ofVirtual().start(() -> trickle(server));
            var access = access(Map.of(), SHORT);
            var endpoint = endpoint(URI.create("http://127.0.0.1:" + server.getLocalPort()));

            assertThatThrownBy(() -> count(access, endpoint))
                    .isInstanceOf(KubernetesUnavailableException.class)
                    .hasMessageContaining("did not answer")
                    .hasMessageContaining("too slowly");
            trickle.interrupt();
        }
    }

    private static void trickle(ServerSocket server) {
        try (var socket = server.accept()) {
            var out = socket.getOutputStream();
            out.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
                    .getBytes(US_ASCII));
            for (int i = 0; i < 1000; i++) {
                out.write(' ');
                out.flush();
                Thread.sleep(Duration.ofMillis(100));
            }
        } catch (IOException | InterruptedException e) {
            // The client went away, or the test is over.
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void plainHttpBehindHttps_isUnreachable() {
        try (var server = new LocalHttp(Answer.of(200, NO_NODES))) {
            assertUnavailable(
                    URI.create("https://127.0.0.1:" + server.uri().getPort()), Cause.UNREACHABLE, "did not answer");
        }
    }

    @Test
    void kubeconfigThatCannotBeParsed_isNamedWithoutItsContents(@TempDir Path folder) throws IOException {
        var kubeconfig = Files.writeString(
                folder.resolve("config"),
                "apiVersion: v1\nkind: Config\nusers:\n- \"name: x, user: {token: sesame}\"\n");
        var access = access(Map.of("KUBECONFIG", kubeconfig.toString()));

        assertThatThrownBy(() -> count(access, endpoint(URI.create("https://192.0.2.1"))))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining(kubeconfig.toString())
                .hasMessageNotContaining("sesame")
                .hasNoCause();
    }

    @Test
    void kubeconfig_isTakenInsteadOfTheClustersEndpoint(@TempDir Path folder) throws IOException {
        try (var server = new LocalHttp(Answer.of(200, NO_NODES))) {
            var kubeconfig = Files.writeString(folder.resolve("config"), """
                    apiVersion: v1
                    kind: Config
                    clusters: [{name: c, cluster: {server: "%s"}}]
                    users: [{name: u, user: {token: sesame}}]
                    contexts: [{name: x, context: {cluster: c, user: u}}]
                    current-context: x
                    """.formatted(server.uri()));
            var access = access(Map.of("KUBECONFIG", kubeconfig.toString()));

            assertThat(count(access, endpoint(URI.create("https://192.0.2.1")))).isZero();
            assertThat(server.requests().getFirst().headers().get("authorization"))
                    .isEqualTo("Bearer sesame");
        }
    }

    @Test
    void kubeconfigThatIsNotThere_isABadSetting(@TempDir Path folder) {
        var access = access(Map.of("KUBECONFIG", folder.resolve("none").toString()));

        assertThatThrownBy(() -> count(access, endpoint(URI.create("https://192.0.2.1"))))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining("KUBECONFIG");
    }

    @Test
    void clusterWithoutEndpoint_isNotReady() {
        var creating = Cluster.builder().name("dev").status("CREATING").build();

        assertThatThrownBy(() -> ClusterEndpoint.of(creating))
                .isInstanceOfSatisfying(
                        KubernetesUnavailableException.class,
                        e -> assertThat(e.reason()).isEqualTo(Cause.NOT_READY))
                .hasMessageContaining("dev is CREATING");
    }

    @Test
    void cluster_saysWhereItIsOpen() {
        var cluster = Cluster.builder()
                .name("dev")
                .endpoint("https://dev")
                .certificateAuthority(ca -> ca.data("Q0E="))
                .resourcesVpcConfig(vpc -> vpc.endpointPublicAccess(false))
                .build();

        assertThat(ClusterEndpoint.of(cluster).access()).isEqualTo("no public access");
    }

    private static void assertUnavailable(URI server, Cause reason, String words) {
        assertThatThrownBy(() -> nodes(server))
                .isInstanceOfSatisfying(
                        KubernetesUnavailableException.class,
                        e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessageContaining(server.toString())
                .hasMessageContaining("cluster dev")
                .hasMessageContaining(words);
    }

    private static int nodes(URI server) {
        return count(access(Map.of()), endpoint(server));
    }

    private static int count(KubernetesAccess access, ClusterEndpoint endpoint) {
        return access.in(endpoint, client -> client.nodes().list().getItems().size());
    }

    private static ClusterEndpoint endpoint(URI server) {
        return new ClusterEndpoint("dev", server.toString(), "", true, List.of("203.0.113.0/24"));
    }

    private static KubernetesAccess access(Map<String, String> environment) {
        return access(environment, LONG);
    }

    private static KubernetesAccess access(Map<String, String> environment, Duration longestWait) {
        var settings = Settings.of(environment);
        var aws = new AwsClients(
                Settings.of(Map.of("AWS_REGION", "us-east-1")),
                StaticCredentialsProvider.create(AwsBasicCredentials.create("AKIDEXAMPLE", "secret")));
        return new KubernetesAccess(aws, settings, Clock.systemUTC(), longestWait);
    }
}
