package io.groundskeeper.core.identity;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What must be known of a principal beside its name. */
final class Remarks {

    private Remarks() {}

    static List<String> of(UserIdentity who) {
        var session = Session.of(who);
        var remarks = new ArrayList<String>();
        session.filter(role -> !role.isPersons() && !who.sourceIdentity().isEmpty())
                .ifPresent(role -> remarks.add("in the role session " + role.inWords()));
        Optional.of(who.identityProvider())
                .filter(provider -> !provider.isEmpty())
                .map(provider -> Session.after(provider, ":oidc-provider/").orElse(provider))
                .ifPresent(provider -> remarks.add("signed in at %s".formatted(provider)));
        machine(who, session).ifPresent(remarks::add);
        session.filter(Session::isOfAStack)
                .ifPresent(role -> remarks.add("CloudFormation, with the role of the stack"));
        service(who).ifPresent(remarks::add);
        return List.copyOf(remarks);
    }

    private static Optional<String> machine(UserIdentity who, Optional<Session> session) {
        var instance = Session.after(who.issuedTo(), ":instance/")
                .or(() -> session.filter(Session::isAnInstances).map(Session::name));
        if (instance.isPresent()) {
            return Optional.of("the instance %s, by its instance profile".formatted(instance.get()));
        }
        if (!who.roleDelivery().isEmpty()) {
            return Optional.of("an instance, by its instance profile");
        }
        return Session.after(who.issuedTo(), ":function:").map("the Lambda function %s"::formatted);
    }

    private static Optional<String> service(UserIdentity who) {
        if (who.serviceLinked()) {
            return who.actingService().map("%s itself, with its service-linked role"::formatted);
        }
        // A service that has no other name is not said to have called through itself.
        return who.service().filter(by -> !by.equals(who.creator().name())).map("through %s"::formatted);
    }
}
