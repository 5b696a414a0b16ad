package io.groundskeeper.interruption.keeper;

import io.groundskeeper.core.identity.UserIdentity;
import io.groundskeeper.core.setting.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The roles of those functions that mend: what they change is no reason to look again.
 *
 * @param arns with their paths
 */
record OwnRoles(List<String> arns) {

    OwnRoles {
        arns = List.copyOf(arns);
    }

    /** @param settings with FUNCTION_ROLE_ARN and BOOTSTRAP_ROLE_ARN */
    static OwnRoles of(Settings settings) {
        return new OwnRoles(Stream.of("FUNCTION_ROLE_ARN", "BOOTSTRAP_ROLE_ARN")
                .flatMap(name -> settings.find(name).stream())
                .toList());
    }

    /** Whether one of the roles made a call. A user or another account's role of the same name did not. */
    boolean made(UserIdentity who) {
        return who.type().equals("AssumedRole") && arns.stream().anyMatch(arn -> isSession(who, arn));
    }

    private static boolean isSession(UserIdentity who, String role) {
        return who.issuerArn().isEmpty()
                ? session(role).filter(who.arn()::startsWith).isPresent()
                : who.issuerArn().equals(role);
    }

    /** What the ARN of a session begins with: it carries the role's name without its path. */
    private static Optional<String> session(String role) {
        var parts = Arrays.asList(role.split(":", 6));
        return parts.size() == 6
                ? Optional.of("arn:%s:sts::%s:assumed-role/%s/"
                        .formatted(parts.get(1), parts.get(4), role.substring(role.lastIndexOf('/') + 1)))
                : Optional.empty();
    }
}
