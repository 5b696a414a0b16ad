package io.groundskeeper.bootstrap.role;

import java.util.Optional;

/** Which IAM roles there are. */
@FunctionalInterface
public interface RoleIds {

    /** Which role it is; empty when there is none of that name. */
    Optional<RoleId> id(String name);
}
