package io.groundskeeper.bootstrap.role;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Roles for the length of one run: which they are is asked once, and again only after one was created. */
public final class RememberedRoles implements Roles {

    private final Roles roles;
    private final Map<String, RoleId> ids = new HashMap<>();

    /** @param roles the account's */
    public RememberedRoles(Roles roles) {
        this.roles = roles;
    }

    @Override
    public Optional<Role> find(String name) {
        var role = roles.find(name);
        role.ifPresent(found -> ids.put(name, new RoleId(found.arn(), found.uniqueId())));
        return role;
    }

    @Override
    public Optional<Role> find(String name, RoleParts parts) {
        var role = roles.find(name, parts);
        role.ifPresent(found -> ids.put(name, new RoleId(found.arn(), found.uniqueId())));
        return role;
    }

    @Override
    public Optional<RoleId> id(String name) {
        var id = Optional.ofNullable(ids.get(name)).or(() -> roles.id(name));
        id.ifPresent(found -> ids.put(name, found));
        return id;
    }

    @Override
    public void create(DesiredRole role) {
        ids.remove(role.name());
        roles.create(role);
    }

    @Override
    public void trust(String name, JsonNode document) {
        roles.trust(name, document);
    }

    @Override
    public void tag(String name, Map<String, String> tags) {
        roles.tag(name, tags);
    }

    @Override
    public void bound(String name, String policyArn) {
        roles.bound(name, policyArn);
    }

    @Override
    public void attach(String name, String policyArn) {
        roles.attach(name, policyArn);
    }

    @Override
    public void put(String name, String policyName, JsonNode document) {
        roles.put(name, policyName, document);
    }

    @Override
    public void drop(String name, String policyName) {
        roles.drop(name, policyName);
    }
}
