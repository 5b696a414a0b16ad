package io.groundskeeper.local.identity;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.TreeMap;

/**
 * Whose token it is: {@code k8s-aws-v1.} and, in base64url, a GetCallerIdentity call that its owner signed for one
 * cluster. Refuses what aws-iam-authenticator refuses, and what STS would. Thread-safe.
 */
public final class TokenVerifier {
    private final Identities identities;
    private final TokenRules rules;

    /**
     * A verifier of tokens.
     *
     * @param sts where STS listens here; calls signed for it are taken beside those for AWS's own hosts
     */
    public TokenVerifier(Identities identities, URI sts, InstantSource clock) {
        this.identities = identities;
        this.rules = new TokenRules(sts, clock);
    }

    /**
     * The owner of a token.
     *
     * @param cluster for which the token must have been made
     * @throws TokenException when it is not good, or is for another cluster
     */
    public Identity verify(String token, String cluster) {
        var call = rules.check(token);
        var identity = identities.of(new Scope(call.accessKeyId(), call.region()));
        String secret = identity.secret()
                .orElseThrow(() -> new TokenException("sts getCallerIdentity failed: InvalidClientTokenId: the key "
                        + call.accessKeyId() + " is unknown here"));
        String session = call.query().getOrDefault("X-Amz-Security-Token", "");
        if (identity.sessionToken().filter(wanted -> !wanted.equals(session)).isPresent()) {
            throw new TokenException("sts getCallerIdentity failed: InvalidClientTokenId: the session token of "
                    + call.accessKeyId() + " is missing or another one");
        }
        var headers = new TreeMap<String, String>();
        headers.put("host", call.uri().getRawAuthority());
        headers.put(TokenRules.CLUSTER_HEADER, cluster);
        String wanted = call.signature().of(secret, headers);
        boolean same = MessageDigest.isEqual(
                wanted.getBytes(StandardCharsets.UTF_8), call.signed().getBytes(StandardCharsets.UTF_8));
        if (!same) {
            throw new TokenException("sts getCallerIdentity failed: SignatureDoesNotMatch: the token was changed, or is"
                    + " for another cluster than " + cluster);
        }
        return identity;
    }
}
