package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.identity.OidcProviders;
import io.groundskeeper.core.aws.AwsCalls;
import io.groundskeeper.core.aws.NotYetException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.EntityAlreadyExistsException;

/**
 * Identity providers by the IAM API.
 *
 * @param iam of any Region of the partition
 */
public record IamOidcProviders(IamClient iam) implements OidcProviders {

    @Override
    public Optional<Set<String>> audiences(String arn) {
        return AwsCalls.find(
                        "iam:GetOpenIDConnectProvider",
                        Set.of("NoSuchEntity"),
                        () -> iam.getOpenIDConnectProvider(r -> r.openIDConnectProviderArn(arn))
                                .clientIDList())
                .map(Set::copyOf);
    }

    @Override
    public void create(String url, String audience, Map<String, String> tags) {
        try {
            AwsCalls.call(
                    "iam:CreateOpenIDConnectProvider",
                    // No thumbprint: IAM trusts EKS's issuers by their certificates' own chain.
                    () -> iam.createOpenIDConnectProvider(
                            r -> r.url(url).clientIDList(audience).tags(IamRoles.tags(tags))));
        } catch (EntityAlreadyExistsException e) {
            throw new NotYetException(
                    "The identity provider for %s is just being created by another run".formatted(url),
                    Duration.ofSeconds(15),
                    e);
        }
    }

    @Override
    public void addAudience(String arn, String audience) {
        AwsCalls.call(
                "iam:AddClientIDToOpenIDConnectProvider",
                () -> iam.addClientIDToOpenIDConnectProvider(
                        r -> r.openIDConnectProviderArn(arn).clientID(audience)));
    }
}
