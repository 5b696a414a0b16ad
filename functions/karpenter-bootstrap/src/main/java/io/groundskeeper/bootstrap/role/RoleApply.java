package io.groundskeeper.bootstrap.role;

/**
 * Makes changes of roles.
 *
 * @param roles the account's
 */
record RoleApply(Roles roles) {

    void apply(RoleChange change) {
        switch (change) {
            case RoleChange.Create(var arn, var role) -> roles.create(role);
            case RoleChange.Trust(var arn, var role, var document) -> roles.trust(role, document);
            case RoleChange.Bound(var arn, var role, var boundary) -> roles.bound(role, boundary);
            case RoleChange.Tag(var arn, var role, var tags) -> roles.tag(role, tags);
            case RoleChange.Attach(var arn, var role, var policy) -> roles.attach(role, policy);
            case RoleChange.Drop(var arn, var role, var policy) -> roles.drop(role, policy);
            case RoleChange.Put put -> roles.put(put.role(), put.policy(), put.document());
        }
    }
}
