package io.groundskeeper.core.identity;

import java.util.List;
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
 * @param sourceIdentity who began a chain of sessions, as the first of them was told and all of them keep
 * @param issuedTo the ARN of the function or instance that the credentials were issued to
 * @param roleDelivery by which version of the metadata service an instance got its credentials
 * @param identityProvider the ARN or name of the provider at which a web identity signed in
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
        String sourceIdentity,
        String issuedTo,
        String roleDelivery,
        String identityProvider,
        String onBehalfOf,
        String invokedBy) {

    // Each of these means that AWS's own front end made the call for the person who is named, not that a service did.
    private static final Set<String> FRONT_ENDS =
            Set.of("signin.amazonaws.com", "AWS Internal", "internal.amazonaws.com");

    private static final String SERVICE_ROLE_PATH = ":role/aws-service-role/";
    private static final String SERVICE_ROLE_SESSION = ":assumed-role/AWSServiceRoleFor";

    /** @param json the {@code userIdentity} node; may be missing */
    public static UserIdentity of(JsonNode json) {
        var session = json.path("sessionContext");
        return new UserIdentity(
                text(json, "type"),
                text(json, "arn"),
                text(json, "userName"),
                text(json, "principalId"),
                text(json, "accountId"),
                text(session.path("sessionIssuer"), "arn"),
                text(session, "sourceIdentity"),
                text(json.path("inScopeOf"), "credentialsIssuedTo"),
                text(session, "ec2RoleDelivery"),
                text(session.path("webIdFederationData"), "federatedProvider"),
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

    /** The service that made the call as itself: with its service-linked role, or where no principal is named at all. */
    public Optional<String> actingService() {
        if (serviceLinked()) {
            return Session.after(issuerArn.isEmpty() ? arn : issuerArn, SERVICE_ROLE_PATH)
                    .map(path -> path.split("/", 2)[0])
                    .or(this::service)
                    .or(() -> Session.of(this).map(Session::role));
        }
        return service().filter(by -> type.equals("AWSService") || namesNobody());
    }

    private boolean namesNobody() {
        return (type + arn + userName + principalId + issuerArn + onBehalfOf).isEmpty();
    }

    /** The name of the role that a session is of, without its path. */
    public Optional<String> role() {
        return Session.of(this)
                .map(Session::role)
                .or(() -> Session.after(arn, ":role/").map(Session::last));
    }

    /** The one who made the call. */
    public Creator creator() {
        return new Creator(PrincipalName.of(this).orElse(null), orNull(type), orNull(arn));
    }

    /**
     * What a reader must know beside the creator's name, in words that may follow it: through which service, instance,
     * function, role or stack the call was made. Empty for one who called as itself.
     */
    public List<String> remarks() {
        return Remarks.of(this);
    }

    private static String text(JsonNode json, String name) {
        return json.path(name).stringValueOpt().orElse("").strip();
    }

    private static String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
