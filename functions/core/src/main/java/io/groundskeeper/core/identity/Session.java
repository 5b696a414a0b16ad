package io.groundskeeper.core.identity;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A session of a role.
 *
 * @param role its name without its path
 * @param name the session's own; empty when the record does not say
 */
record Session(String role, String name) {

    private static final String SSO_ROLE = "AWSReservedSSO_";
    private static final String OF_A_STACK = "AWSCloudFormation";
    private static final Pattern INSTANCE = Pattern.compile("i-[0-9a-f]{8,17}");

    /** The session that a principal is; a session without an ARN is named by its issuer and {@code AROA...:session}. */
    static Optional<Session> of(UserIdentity who) {
        return after(who.arn(), ":assumed-role/").map(Session::read).or(() -> ofIssuer(who));
    }

    private static Optional<Session> ofIssuer(UserIdentity who) {
        int colon = who.principalId().indexOf(':');
        return after(who.issuerArn(), ":role/")
                .filter(path -> who.arn().isEmpty())
                .map(path -> new Session(
                        last(path), colon < 0 ? "" : who.principalId().substring(colon + 1)));
    }

    private static Session read(String roleAndName) {
        var parts = roleAndName.split("/", 2);
        return new Session(parts[0], parts.length == 1 ? "" : parts[1]);
    }

    /** Whether a person signed in through IAM Identity Center: the session's name is the person's. */
    boolean isPersons() {
        return role.startsWith(SSO_ROLE) && !name.isEmpty();
    }

    /** Whether CloudFormation works on a stack with the role that the stack was given. */
    boolean isOfAStack() {
        return name.equals(OF_A_STACK);
    }

    /** Whether it is named as the metadata service of an instance names its sessions. */
    boolean isAnInstances() {
        return INSTANCE.matcher(name).matches();
    }

    /** Role and session; of a person only the session's name, mostly an e-mail address. */
    String inWords() {
        return isPersons() ? name : name.isEmpty() ? role : role + "/" + name;
    }

    static Optional<String> after(String arn, String mark) {
        int at = arn.indexOf(mark);
        return at < 0
                ? Optional.empty()
                : Optional.of(arn.substring(at + mark.length())).filter(rest -> !rest.isEmpty());
    }

    static String last(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
