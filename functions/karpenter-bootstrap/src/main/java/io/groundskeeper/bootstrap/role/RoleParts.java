package io.groundskeeper.bootstrap.role;

import java.util.List;

/**
 * What of a role is looked at: each part costs a call of its own, and what nobody compares is not asked for.
 *
 * @param attached whether its managed policies are
 * @param inline the names of those of its own policies that are
 * @param obsolete the names of policies that are to go once the others are missing
 */
public record RoleParts(boolean attached, List<String> inline, List<String> obsolete) {

    public RoleParts {
        inline = List.copyOf(inline);
        obsolete = List.copyOf(obsolete);
    }
}
