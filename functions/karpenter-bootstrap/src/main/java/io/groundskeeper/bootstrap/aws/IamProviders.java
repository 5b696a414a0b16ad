package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.removal.Provider;
import io.groundskeeper.bootstrap.removal.Providers;
import io.groundskeeper.core.aws.AwsCalls;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.OpenIDConnectProviderListEntry;
import software.amazon.awssdk.services.iam.model.Tag;

/**
 * Identity providers of EKS clusters by the IAM API.
 *
 * @param iam of any Region of the partition
 */
public record IamProviders(IamClient iam) implements Providers {

    private static final Set<String> ABSENT = Set.of("NoSuchEntity");

    @Override
    public List<Provider> in(String region) {
        var arns = AwsCalls.call(
                "iam:ListOpenIDConnectProviders",
                () -> iam.listOpenIDConnectProviders().openIDConnectProviderList().stream()
                        .map(OpenIDConnectProviderListEntry::arn)
                        .filter(arn -> arn.contains(":oidc-provider/oidc.eks.%s.".formatted(region))
                                || arn.contains(":oidc-provider/oidc-eks.%s.".formatted(region)))
                        .toList());
        return arns.stream()
                .flatMap(arn -> AwsCalls.find(
                        "iam:GetOpenIDConnectProvider",
                        ABSENT,
                        () -> iam.getOpenIDConnectProvider(r -> r.openIDConnectProviderArn(arn)))
                        .map(provider -> new Provider(
                                arn, provider.tags().stream().collect(Collectors.toMap(Tag::key, Tag::value))))
                        .stream())
                .toList();
    }

    @Override
    public void delete(String arn) {
        AwsCalls.find(
                "iam:DeleteOpenIDConnectProvider",
                ABSENT,
                () -> iam.deleteOpenIDConnectProvider(r -> r.openIDConnectProviderArn(arn)));
    }
}
