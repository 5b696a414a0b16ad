package io.groundskeeper.bootstrap.helm;

import com.marcnuri.helm.Helm;
import io.groundskeeper.core.aws.AwsJsonClient;
import io.groundskeeper.core.aws.AwsJsonException;
import io.groundskeeper.core.aws.MissingPermissionException;
import io.groundskeeper.core.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.awssdk.regions.Region;

/**
 * Logs Helm into the private registry of an AWS account, where the charts may be mirrored. Other registries are read
 * without a login: public.ecr.aws answers 403 to one that has expired.
 *
 * @param ecr signed calls of the Elastic Container Registry
 */
public record RegistryLogin(AwsJsonClient ecr) {

    private static final Pattern PRIVATE =
            Pattern.compile("oci://([0-9]{12}\\.dkr[.-]ecr(?:-fips)?\\.([a-z0-9-]+)\\.[a-z0-9.-]+)(?:/.*)?");

    /** A private registry. */
    record Registry(String host, Region region) {

        /** The one that a chart is in; empty for any other place. */
        static Optional<Registry> of(String chart) {
            var matcher = PRIVATE.matcher(chart);
            return matcher.matches()
                    ? Optional.of(new Registry(matcher.group(1), Region.of(matcher.group(2))))
                    : Optional.empty();
        }
    }

    /** A name and a password. */
    record Login(String user, String password) {

        /** Reads ECR's token, which is base64 of both with a colon between. */
        static Login of(String token) {
            var text = new String(Base64.getDecoder().decode(token), StandardCharsets.UTF_8);
            int colon = text.indexOf(':');
            return new Login(text.substring(0, colon), text.substring(colon + 1));
        }

        @Override
        public String toString() {
            return user;
        }
    }

    /** Logs in where the chart's place wants it. */
    void to(String chart) {
        Registry.of(chart).ifPresent(registry -> {
            var login = Login.of(token(registry.region()));
            Helm.registry()
                    .login()
                    .withUsername(login.user())
                    .withPassword(login.password())
                    .withHost(registry.host())
                    .call();
        });
    }

    private String token(Region region) {
        try {
            return ecr.call("GetAuthorizationToken", Json.object(), region)
                    .path("authorizationData")
                    .path(0)
                    .path("authorizationToken")
                    .asString();
        } catch (AwsJsonException e) {
            if (e.code().equals("AccessDeniedException")) {
                throw new MissingPermissionException("ecr:GetAuthorizationToken", e);
            }
            throw e;
        }
    }
}
