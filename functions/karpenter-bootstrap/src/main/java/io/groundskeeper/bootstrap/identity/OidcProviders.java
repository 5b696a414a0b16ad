package io.groundskeeper.bootstrap.identity;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The OpenID Connect identity providers of the account. */
public interface OidcProviders {

    /** Whom a provider's tokens are for; empty when there is no such provider. */
    Optional<Set<String>> audiences(String arn);

    /** Creates the provider for an issuer, with one audience. */
    void create(String url, String audience, Map<String, String> tags);

    /** Adds an audience. */
    void addAudience(String arn, String audience);
}
