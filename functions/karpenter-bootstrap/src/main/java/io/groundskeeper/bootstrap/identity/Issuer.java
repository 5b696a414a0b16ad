package io.groundskeeper.bootstrap.identity;

import io.groundskeeper.core.cluster.ClusterId;

/**
 * What vouches for a cluster's service accounts.
 *
 * @param url as EKS gives it, with https://
 */
public record Issuer(String url) {

    /** Whom its tokens are for. */
    public static final String AUDIENCE = "sts.amazonaws.com";

    /** Host and path, which condition keys start with; never the provider's ARN. */
    public String hostAndPath() {
        return url.replaceFirst("^https://", "");
    }

    /** The ARN of the account's identity provider for it. */
    public String providerArn(ClusterId cluster) {
        return "arn:%s:iam::%s:oidc-provider/%s".formatted(cluster.partition(), cluster.account(), hostAndPath());
    }
}
