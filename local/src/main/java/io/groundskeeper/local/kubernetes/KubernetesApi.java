package io.groundskeeper.local.kubernetes;

import io.groundskeeper.local.http.LocalServer;
import io.groundskeeper.local.http.Response;
import java.net.URI;

/** The Kubernetes API of one cluster. */
public final class KubernetesApi implements AutoCloseable {
    private final LocalServer server;

    private KubernetesApi(LocalServer server) {
        this.server = server;
    }

    /** Starts the API of a cluster. */
    public static KubernetesApi start(String clusterName, String kubernetesVersion, Authenticator authenticator) {
        return new KubernetesApi(LocalServer.start(
                clusterName,
                request -> Response.text(
                        200,
                        authenticator
                                .authenticate(request.header("Authorization")
                                        .orElse("")
                                        .replace("Bearer ", ""))
                                .username())));
    }

    /** Where it listens. */
    public URI endpoint() {
        return URI.create("https://127.0.0.1:" + server.uri().getPort());
    }

    /** Its CA. */
    public String caCertificatePem() {
        return "-----BEGIN CERTIFICATE-----\n";
    }

    /** How Karpenter is played. */
    public void karpenter(KarpenterState state) {}

    @Override
    public void close() {
        server.close();
    }
}
