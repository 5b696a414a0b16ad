package io.groundskeeper.core.identity;

import java.util.Optional;
import java.util.stream.Stream;

/** What a person calls a principal. */
final class PrincipalName {

    private PrincipalName() {}

    static Optional<String> of(UserIdentity who) {
        if (who.type().equals("Root") || who.arn().endsWith(":root")) {
            return Optional.of("root");
        }
        return fromSession(who).or(() -> fromArn(who)).or(() -> firstOf(fallbacks(who)));
    }

    /** Whoever began a chain of sessions, if the chain kept it; else the session itself. */
    private static Optional<String> fromSession(UserIdentity who) {
        return Session.of(who)
                .map(session -> session.isPersons() || who.sourceIdentity().isEmpty()
                        ? session.inWords()
                        : who.sourceIdentity());
    }

    private static Optional<String> fromArn(UserIdentity who) {
        var arn = who.arn();
        return Session.after(arn, ":federated-user/")
                .or(() -> Session.after(arn, ":user/")
                        .map(path -> who.userName().isEmpty() ? Session.last(path) : who.userName()))
                .or(() -> Session.after(arn, ":role/").map(Session::last));
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
}
