package io.groundskeeper.local.kubernetes;

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

    static String caData(KubernetesApi api) {
        return Base64.getEncoder().encodeToString(api.caCertificatePem().getBytes(StandardCharsets.UTF_8));
    }
}
