package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.role.DesiredRole;
import io.groundskeeper.bootstrap.role.Role;
import io.groundskeeper.bootstrap.role.RoleId;
import io.groundskeeper.bootstrap.role.RoleParts;
import io.groundskeeper.bootstrap.role.Roles;
import io.groundskeeper.core.aws.AwsCalls;
import io.groundskeeper.core.aws.NotYetException;
import io.groundskeeper.core.json.Json;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.iam.model.AttachedPolicy;
import software.amazon.awssdk.services.iam.model.CreateRoleRequest;
import software.amazon.awssdk.services.iam.model.EntityAlreadyExistsException;
import software.amazon.awssdk.services.iam.model.Tag;
import tools.jackson.databind.JsonNode;

/**
 * Roles by the IAM API.
 *
 * @param iam of any Region of the partition
 */
public record IamRoles(IamClient iam) implements Roles {

    private static final Set<String> ABSENT = Set.of("NoSuchEntity");

    @Override
    public Optional<Role> find(String name) {
        return get(name).map(role -> role(role, attached(name), inline(name)));
    }

    @Override
    public Optional<Role> find(String name, RoleParts parts) {
        return get(name).map(role -> role(role, parts.attached() ? attached(name) : Set.of(), inline(name, parts)));
    }

    private static Role role(
            software.amazon.awssdk.services.iam.model.Role role, Set<String> attached, Map<String, JsonNode> inline) {
        return new Role(
                role.arn(),
                role.roleId(),
                role.path(),
                document(role.assumeRolePolicyDocument()),
                role.tags().stream().collect(Collectors.toMap(Tag::key, Tag::value)),
                Optional.ofNullable(role.permissionsBoundary()).map(b -> b.permissionsBoundaryArn()),
                attached,
                inline);
    }

    @Override
    public Optional<RoleId> id(String name) {
        return get(name).map(role -> new RoleId(role.arn(), role.roleId()));
    }

    @Override
    public void create(DesiredRole role) {
        var request = CreateRoleRequest.builder()
                .roleName(role.name())
                .path(role.path())
                .description(role.description())
                .assumeRolePolicyDocument(Json.write(role.trust()))
                .permissionsBoundary(role.boundary().orElse(null))
                .tags(tags(role.tags()))
                .build();
        try {
            AwsCalls.call("iam:CreateRole", () -> iam.createRole(request));
        } catch (EntityAlreadyExistsException e) {
            throw new NotYetException(
                    "Role %s is just being created by another run".formatted(role.name()), Duration.ofMinutes(1), e);
        }
    }

    @Override
    public void trust(String name, JsonNode document) {
        AwsCalls.call(
                "iam:UpdateAssumeRolePolicy",
                () -> iam.updateAssumeRolePolicy(r -> r.roleName(name).policyDocument(Json.write(document))));
    }

    @Override
    public void tag(String name, Map<String, String> tags) {
        AwsCalls.call("iam:TagRole", () -> iam.tagRole(r -> r.roleName(name).tags(tags(tags))));
    }

    @Override
    public void bound(String name, String policyArn) {
        AwsCalls.call(
                "iam:PutRolePermissionsBoundary",
                () -> iam.putRolePermissionsBoundary(r -> r.roleName(name).permissionsBoundary(policyArn)));
    }

    @Override
    public void attach(String name, String policyArn) {
        AwsCalls.call(
                "iam:AttachRolePolicy",
                () -> iam.attachRolePolicy(r -> r.roleName(name).policyArn(policyArn)));
    }

    @Override
    public void put(String name, String policyName, JsonNode document) {
        AwsCalls.call(
                "iam:PutRolePolicy",
                () -> iam.putRolePolicy(
                        r -> r.roleName(name).policyName(policyName).policyDocument(Json.write(document))));
    }

    @Override
    public void drop(String name, String policyName) {
        // Another run may have been first.
        AwsCalls.find(
                "iam:DeleteRolePolicy",
                ABSENT,
                () -> iam.deleteRolePolicy(r -> r.roleName(name).policyName(policyName)));
    }

    private Optional<software.amazon.awssdk.services.iam.model.Role> get(String name) {
        return AwsCalls.find(
                "iam:GetRole", ABSENT, () -> iam.getRole(r -> r.roleName(name)).role());
    }

    private Set<String> attached(String name) {
        return AwsCalls.call(
                "iam:ListAttachedRolePolicies",
                () -> iam.listAttachedRolePoliciesPaginator(r -> r.roleName(name)).attachedPolicies().stream()
                        .map(AttachedPolicy::policyArn)
                        .collect(Collectors.toSet()));
    }

    private Map<String, JsonNode> inline(String name) {
        var policies = new HashMap<String, JsonNode>();
        inlineNames(name).forEach(policy -> policy(name, policy).ifPresent(found -> policies.put(policy, found)));
        return policies;
    }

    private Map<String, JsonNode> inline(String name, RoleParts parts) {
        var policies = new HashMap<String, JsonNode>();
        parts.inline().forEach(policy -> policy(name, policy).ifPresent(found -> policies.put(policy, found)));
        if (policies.size() < parts.inline().size() && !parts.obsolete().isEmpty()) {
            inlineNames(name).stream()
                    .filter(parts.obsolete()::contains)
                    .forEach(policy -> policies.put(policy, Json.object()));
        }
        return policies;
    }

    private List<String> inlineNames(String name) {
        return AwsCalls.call(
                "iam:ListRolePolicies",
                () -> iam.listRolePoliciesPaginator(r -> r.roleName(name)).policyNames().stream()
                        .toList());
    }

    private Optional<JsonNode> policy(String role, String policy) {
        return AwsCalls.find(
                "iam:GetRolePolicy",
                ABSENT,
                () -> document(iam.getRolePolicy(r -> r.roleName(role).policyName(policy))
                        .policyDocument()));
    }

    // IAM gives documents URL-encoded.
    private static JsonNode document(String encoded) {
        return Json.read(URLDecoder.decode(encoded, StandardCharsets.UTF_8));
    }

    static List<Tag> tags(Map<String, String> tags) {
        return tags.entrySet().stream()
                .map(entry -> Tag.builder()
                        .key(entry.getKey())
                        .value(entry.getValue())
                        .build())
                .toList();
    }
}
