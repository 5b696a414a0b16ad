package io.groundskeeper.core.identity;

import java.util.Optional;
import java.util.stream.Stream;

/** What a person calls a principal. */
final class PrincipalName {

    private static final String SSO_ROLE = "AWSReservedSSO_";

    private PrincipalName() {}

    static Optional<String> of(UserIdentity who) {
        if (who.type().equals("Root") || who.arn().endsWith(":root")) {
            return Optional.of("root");
        }
        return fromArn(who).or(() -> fromIssuer(who)).or(() -> firstOf(fallbacks(who)));
    }

    private static Optional<String> fromArn(UserIdentity who) {
        var arn = who.arn();
        return after(arn, ":assumed-role/")
                .map(PrincipalName::session)
                .or(() -> after(arn, ":federated-user/"))
                .or(() -> after(arn, ":user/").map(path -> who.userName().isEmpty() ? last(path) : who.userName()))
                .or(() -> after(arn, ":role/").map(PrincipalName::last));
    }

    /** Of a session without an ARN: its role's name, and its own out of {@code AROA...:session}. */
    private static Optional<String> fromIssuer(UserIdentity who) {
        int colon = who.principalId().indexOf(':');
        return after(who.issuerArn(), ":role/")
                .filter(path -> who.arn().isEmpty())
                .map(PrincipalName::last)
                .map(role -> colon < 0
                        ? role
                        : session(role + "/" + who.principalId().substring(colon + 1)));
    }

    /** Role and session; of an SSO session only its name, since that is the person's, mostly an e-mail address. */
    private static String session(String roleAndSession) {
        int slash = roleAndSession.indexOf('/');
        return roleAndSession.startsWith(SSO_ROLE) && slash >= 0 && slash < roleAndSession.length() - 1
                ? roleAndSession.substring(slash + 1)
                : roleAndSession;
    }

    private static Stream<String> fallbacks(UserIdentity who) {
        // The account of a foreign caller says more than its principal's id, which only that account can look up.
        return who.type().equals("AWSAccount")
                ? Stream.of(who.userName(), who.accountId(), who.principalId(), who.invokedBy())
                : Stream.of(who.userName(), who.onBehalfOf(), who.invokedBy(), who.principalId(), who.accountId());
    }

    private static Optional<String> firstOf(Stream<String> names) {
        return names.filter(name -> !name.isEmpty()).findFirst();
    }

    private static Optional<String> after(String arn, String mark) {
        int at = arn.indexOf(mark);
        return at < 0
                ? Optional.empty()
                : Optional.of(arn.substring(at + mark.length())).filter(rest -> !rest.isEmpty());
    }

    private static String last(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
