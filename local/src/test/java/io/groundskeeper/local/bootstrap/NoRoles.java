package io.groundskeeper.local.bootstrap;

import io.groundskeeper.bootstrap.role.DesiredRole;
import io.groundskeeper.bootstrap.role.Role;
import io.groundskeeper.bootstrap.role.RoleId;
import io.groundskeeper.bootstrap.role.RoleParts;
import io.groundskeeper.bootstrap.role.Roles;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** An account without roles, in which nothing may be written. */
final class NoRoles implements Roles {

    @Override
    public Optional<Role> find(String name) {
        return Optional.empty();
    }

    @Override
    public Optional<Role> find(String name, RoleParts parts) {
        return find(name);
    }

    @Override
    public Optional<RoleId> id(String name) {
        return Optional.empty();
    }

    @Override
    public void create(DesiredRole role) {
        throw new AssertionError("No role is to be created");
    }

    @Override
    public void trust(String name, JsonNode document) {
        throw new AssertionError("No role is to be changed");
    }

    @Override
    public void tag(String name, Map<String, String> tags) {
        throw new AssertionError("No role is to be changed");
    }

    @Override
    public void bound(String name, String policyArn) {
        throw new AssertionError("No role is to be changed");
    }

    @Override
    public void attach(String name, String policyArn) {
        throw new AssertionError("No role is to be changed");
    }

    @Override
    public void put(String name, String policyName, JsonNode document) {
        throw new AssertionError("No role is to be changed");
    }

    @Override
    public void drop(String name, String policyName) {
        throw new AssertionError("Nobody takes policies away here");
    }
}
