package io.groundskeeper.local.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** A server whose tokens are names: admin, reader and nobody. */
final class TestApi {
    private TestApi() {}

    static KubernetesApi start() {
        return KubernetesApi.start("test", "1.33", token -> switch (token) {
            case "admin", "reader", "nobody" ->
                new Caller(token, List.of(), token.equals("admin"), token.equals("reader"));
            default -> throw new UnauthorizedException("nobody's token: " + token);
        });
    }

    static KubernetesClient client(KubernetesApi api, String token) {
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl(api.endpoint().toString())
                .withCaCertData(caData(api))
                .withOauthToken(token)
                .withRequestRetryBackoffLimit(0)
                .build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    static String caData(KubernetesApi api) {
        return Base64.getEncoder().encodeToString(api.caCertificatePem().getBytes(StandardCharsets.UTF_8));
    }
}
