package io.groundskeeper.local.lambda;

import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.local.environment.EnvironmentClients;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.services.sts.StsClient;

/**
 * The environment of a function with the credentials of its own role, so that access which the role lacks shows. The
 * role is the template's for a stack named groundskeeper; GROUNDSKEEPER_ROLE_ARN names another.
 */
public final class RoleCredentials {

    private RoleCredentials() {}

    /**
     * Replaces the caller's credentials by those of the function's role, and tells it the roles that are deployed with it.
     *
     * @param environment with the caller's credentials
     * @throws RuntimeException if the role cannot be assumed
     */
    public static Map<String, String> assume(FunctionDefinition function, Map<String, String> environment) {
        var clients = new EnvironmentClients(environment);
        try (var sts = clients.build(StsClient.builder(), "STS")) {
            var other = Settings.of(environment).find("GROUNDSKEEPER_ROLE_ARN");
            var region = clients.region();
            var account = sts.getCallerIdentity().account();
            var roles =
                    "arn:%s:iam::%s:role".formatted(PartitionMetadata.of(region).id(), account);
            var role = other.orElse(
                    "%s/groundskeeper/groundskeeper-%s-%s".formatted(roles, function.module(), region.id()));
            var credentials = sts.assumeRole(r -> r.roleArn(role).roleSessionName("invoke-" + function.module()))
                    .credentials();
            var replaced = new HashMap<String, String>(environment);
            if (other.isEmpty()) {
                // Its own is there, so that the others of its stack are.
                function.roles()
                        .forEach((variable, name) ->
                                replaced.putIfAbsent(variable, roles + name.replace("${AWS::Region}", region.id())));
            }
            replaced.put("AWS_ACCESS_KEY_ID", credentials.accessKeyId());
            replaced.put("AWS_SECRET_ACCESS_KEY", credentials.secretAccessKey());
            replaced.put("AWS_SESSION_TOKEN", credentials.sessionToken());
            return replaced;
        }
    }
}
