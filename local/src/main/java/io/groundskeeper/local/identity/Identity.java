package io.groundskeeper.local.identity;

import java.util.Optional;

/**
 * Whose key it is.
 *
 * @param accessKeyId the key
 * @param account twelve digits
 * @param arn as GetCallerIdentity answers: a user, or the session of an assumed role
 * @param principalArn the IAM user or role behind it, with its path
 * @param secret with which signatures of the key can be checked; empty when nobody knows it
 * @param sessionToken without which a temporary key is worth nothing; empty when the key needs none
 */
public record Identity(
        String accessKeyId,
        String account,
        String arn,
        String principalArn,
        Optional<String> secret,
        Optional<String> sessionToken) {

    /** Whether a principal's ARN means this identity; roles are compared by name, since sessions do not know paths. */
    public boolean is(String otherPrincipalArn) {
        return comparable(principalArn).equals(comparable(otherPrincipalArn));
    }

    /** The name of the role session, or of the user. */
    public String sessionName() {
        return arn.substring(arn.lastIndexOf('/') + 1);
    }

    private static String comparable(String arn) {
        return arn.replaceFirst(":role/.*/", ":role/");
    }
}
