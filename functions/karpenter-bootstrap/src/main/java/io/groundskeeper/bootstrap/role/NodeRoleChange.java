package io.groundskeeper.bootstrap.role;

import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.PlannedChange;
import java.util.Map;

/** A change of what nodes are in AWS: of their role, or of the instance profile that it is in. */
public sealed interface NodeRoleChange extends PlannedChange {

    /** The role changes. */
    record OfRole(RoleChange change) implements NodeRoleChange {
        @Override
        public Change described() {
            return change.described();
        }
    }

    /** The instance profile comes to be. */
    record CreateProfile(String arn, String name, String path, Map<String, String> tags) implements NodeRoleChange {
        @Override
        public Change described() {
            return new Change(
                    Change.Action.CREATE,
                    arn,
                    "instance profile of nodes, since Karpenter makes none in an isolated VPC");
        }
    }

    /** A role that does not belong there is taken out. */
    record TakeOut(String arn, String profile, String role) implements NodeRoleChange {
        @Override
        public Change described() {
            return new Change(Change.Action.UPDATE, arn, "role %s is taken out".formatted(role));
        }
    }

    /** The nodes' role is put in. */
    record PutIn(String arn, String profile, String role) implements NodeRoleChange {
        @Override
        public Change described() {
            return new Change(Change.Action.UPDATE, arn, "role %s is put in".formatted(role));
        }
    }
}
