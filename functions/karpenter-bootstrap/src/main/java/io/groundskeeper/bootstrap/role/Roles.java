package io.groundskeeper.bootstrap.role;

import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The IAM roles of the account. */
public interface Roles extends RoleIds {

    /** A role with all its policies; empty when there is none of that name. */
    Optional<Role> find(String name);

    /**
     * A role with those parts alone. Obsolete policies are only looked for while one of the others is missing, and come
     * without their documents.
     */
    Optional<Role> find(String name, RoleParts parts);

    /** Creates a role with trust, tags and boundary, and without policies. */
    void create(DesiredRole role);

    /** Replaces who may assume it. */
    void trust(String name, JsonNode document);

    /** Adds or replaces tags. */
    void tag(String name, Map<String, String> tags);

    /** Sets its permissions boundary. */
    void bound(String name, String policyArn);

    /** Attaches a managed policy. */
    void attach(String name, String policyArn);

    /** Puts a policy of its own, or replaces it. */
    void put(String name, String policyName, JsonNode document);

    /** Takes a policy of its own away. */
    void drop(String name, String policyName);
}
