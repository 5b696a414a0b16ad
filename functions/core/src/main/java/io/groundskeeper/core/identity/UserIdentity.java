package io.groundskeeper.core.identity;

import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The {@code userIdentity} of a CloudTrail record. Whatever is absent, null or of a wrong type is an empty string;
 * nothing here throws.
 *
 * @param type CloudTrail's word for the kind of principal
 * @param arn of the principal; AWSService and IdentityCenterUser have none
 * @param userName of an IAM user, or the alias of a root user's account
 * @param principalId the principal's unique id, for a role with its session's name
 * @param accountId of the principal
 * @param issuerArn of the role that a session was issued for
 * @param onBehalfOf the IAM Identity Center user's id
 * @param invokedBy what called on the principal's behalf: a service's DNS name, or a word for the console
 */
public record UserIdentity(
        String type,
        String arn,
        String userName,
        String principalId,
        String accountId,
        String issuerArn,
        String onBehalfOf,
        String invokedBy) {

    // Each of these means that AWS's own front end made the call for the person who is named, not that a service did.
    private static final Set<String> FRONT_ENDS =
            Set.of("signin.amazonaws.com", "AWS Internal", "internal.amazonaws.com");

    private static final String SERVICE_ROLE_PATH = ":role/aws-service-role/";
    private static final String SERVICE_ROLE_SESSION = ":assumed-role/AWSServiceRoleFor";

    /** @param json the {@code userIdentity} node; may be missing */
    public static UserIdentity of(JsonNode json) {
        return new UserIdentity(
                text(json, "type"),
                text(json, "arn"),
                text(json, "userName"),
                text(json, "principalId"),
                text(json, "accountId"),
                text(json.path("sessionContext").path("sessionIssuer"), "arn"),
                text(json.path("onBehalfOf"), "userId"),
                text(json, "invokedBy"));
    }

    /** The service that made the call for the principal, for example {@code cloudformation.amazonaws.com}. */
    public Optional<String> service() {
        return Optional.of(invokedBy).filter(by -> !by.isEmpty() && !FRONT_ENDS.contains(by));
    }

    /** Whether a service made the call as itself, with its service-linked role: no person asked for it in this call. */
    public boolean serviceLinked() {
        return issuerArn.contains(SERVICE_ROLE_PATH)
                || arn.contains(SERVICE_ROLE_PATH)
                || arn.contains(SERVICE_ROLE_SESSION);
    }

    /** The one who made the call. */
    public Creator creator() {
        return new Creator(PrincipalName.of(this).orElse(null), orNull(type), orNull(arn));
    }

    private static String text(JsonNode json, String name) {
        return json.path(name).stringValueOpt().orElse("").strip();
    }

    private static String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
