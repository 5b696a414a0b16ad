package io.groundskeeper.bootstrap.role;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.core.cluster.Tags;
import io.groundskeeper.core.json.SameJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** What makes a role what it should be. A role of that name that we did not make is never taken over. */
final class RolePlan {

    private RolePlan() {}

    static Plan<RoleChange> of(Target target, DesiredRole desired, Optional<Role> observed) {
        return refusal(target, observed)
                .<Plan<RoleChange>>map(Plan.Refused::new)
                .orElseGet(() -> changes(target, desired, observed));
    }

    /** Why a role cannot be used; empty when it can, or there is none. */
    static Optional<String> refusal(Target target, Optional<Role> observed) {
        return observed.filter(role -> !Tags.areOurs(role.tags(), target.id()))
                .map(role ->
                        "Role %s is there and was not made for this cluster: it lacks the tag %s=%s. It is not taken over. Delete it, or tag it so (and %s=%s) to hand it over"
                                .formatted(
                                        role.arn(),
                                        Tags.CLUSTER,
                                        target.id().name(),
                                        Tags.REGION,
                                        target.id().region()));
    }

    /** What makes a role of ours, or none, what it should be. */
    static Plan.Changes<RoleChange> changes(Target target, DesiredRole desired, Optional<Role> observed) {
        return observed.map(role -> new Plan.Changes<>(mending(desired, role), warnings(desired, role)))
                .orElseGet(() -> new Plan.Changes<>(
                        creation(target.names().roleArn(desired.path(), desired.name()), desired), List.of()));
    }

    private static List<RoleChange> creation(String arn, DesiredRole desired) {
        var changes = new ArrayList<RoleChange>();
        changes.add(new RoleChange.Create(arn, desired));
        desired.attached().forEach(policy -> changes.add(new RoleChange.Attach(arn, desired.name(), policy)));
        desired.inline()
                .forEach((name, document) -> changes.add(put(arn, desired.name(), name, document, Optional.empty())));
        return changes;
    }

    private static List<RoleChange> mending(DesiredRole desired, Role role) {
        var changes = new ArrayList<RoleChange>();
        var name = desired.name();
        if (!SameJson.same(desired.trust(), role.trust())) {
            changes.add(new RoleChange.Trust(role.arn(), name, desired.trust()));
        }
        desired.boundary()
                .filter(boundary -> !role.boundary().equals(Optional.of(boundary)))
                .ifPresent(boundary -> changes.add(new RoleChange.Bound(role.arn(), name, boundary)));
        if (!role.tags().entrySet().containsAll(desired.tags().entrySet())) {
            changes.add(new RoleChange.Tag(role.arn(), name, desired.tags()));
        }
        desired.attached().stream()
                .filter(policy -> !role.attached().contains(policy))
                .forEach(policy -> changes.add(new RoleChange.Attach(role.arn(), name, policy)));
        // Before the others are put: IAM has no room for both.
        desired.obsolete().stream()
                .filter(policy -> role.inline().containsKey(policy))
                .forEach(policy -> changes.add(new RoleChange.Drop(role.arn(), name, policy)));
        desired.inline().forEach((policy, document) -> {
            var there = Optional.ofNullable(role.inline().get(policy));
            if (there.isEmpty() || !SameJson.same(there.get(), document)) {
                changes.add(put(role.arn(), name, policy, document, there));
            }
        });
        return changes;
    }

    private static List<String> warnings(DesiredRole desired, Role role) {
        return role.path().equals(desired.path())
                ? List.of()
                : List.of("Role %s keeps its path %s: IAM cannot change it to %s"
                        .formatted(desired.name(), role.path(), desired.path()));
    }

    private static RoleChange put(String arn, String role, String policy, JsonNode document, Optional<JsonNode> there) {
        var wanted = statements(document);
        if (there.isEmpty()) {
            return new RoleChange.Put(
                    arn, role, policy, document, true, "statements " + String.join(", ", wanted.keySet()));
        }
        var found = statements(there.get());
        var differing = new ArrayList<String>();
        wanted.forEach((sid, statement) -> {
            var other = found.remove(sid);
            if (other == null || !SameJson.same(statement, other)) {
                differing.add(sid);
            }
        });
        differing.addAll(found.keySet());
        var detail = differing.isEmpty() ? "differed" : "differed in statements " + String.join(", ", differing);
        return new RoleChange.Put(arn, role, policy, document, false, detail);
    }

    private static Map<String, JsonNode> statements(JsonNode document) {
        return document.path("Statement")
                .valueStream()
                .filter(JsonNode::isObject)
                .collect(Collectors.toMap(
                        statement -> statement.path("Sid").asString(""),
                        statement -> statement,
                        (first, second) -> first,
                        LinkedHashMap::new));
    }
}
