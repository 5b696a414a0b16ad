package io.groundskeeper.bootstrap.access;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.role.RoleId;
import io.groundskeeper.bootstrap.role.RoleIds;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A role or user that access entries are made for.
 *
 * @param arn of the role, with its path: never that of a session
 * @param roleId the role's unique id; empty for a user, or while there is no such role
 */
record Principal(String arn, Optional<String> roleId) {

    private static final Pattern SESSION = Pattern.compile("arn:([a-z-]+):sts::([0-9]{12}):assumed-role/([^/]+)/.*");

    /** A role by its ARN. */
    static Principal ofRole(String arn, RoleIds roles) {
        return new Principal(arn, roles.id(name(arn)).map(RoleId::uniqueId));
    }

    /**
     * Ourselves. STS knows no paths, so that the setting is preferred where it names the same role, and IAM is asked only
     * where it does not.
     */
    static Principal ofCaller(Target target, Caller caller, RoleIds roles) {
        var session = SESSION.matcher(caller.arn());
        if (!session.matches()) {
            return new Principal(caller.arn(), Optional.empty());
        }
        var role = session.group(3);
        var arn = target.settings()
                .access()
                .functionRole()
                .filter(set -> name(set).equals(role))
                .or(() -> roles.id(role).map(RoleId::arn))
                .orElseGet(() -> "arn:%s:iam::%s:role/%s".formatted(session.group(1), session.group(2), role));
        return new Principal(arn, Optional.of(caller.userId().split(":", 2)[0]));
    }

    /** Whether it is a role, as a function always is; someone who runs one by hand need not be. */
    boolean isRole() {
        return arn.contains(":role/");
    }

    /** The ARN by which aws-auth knows it: without the path. */
    String mappedArn() {
        return arn.replaceFirst(":role/.*/", ":role/");
    }

    /** Its access entry for Kubernetes. */
    DesiredEntry entry(Optional<String> group) {
        return new DesiredEntry(arn, "STANDARD", group, roleId);
    }

    private static String name(String roleArn) {
        return roleArn.substring(roleArn.lastIndexOf('/') + 1);
    }
}
