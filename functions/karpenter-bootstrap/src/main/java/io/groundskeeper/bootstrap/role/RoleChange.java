package io.groundskeeper.bootstrap.role;

import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Change.Action;
import io.groundskeeper.bootstrap.step.PlannedChange;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A change of one role. */
public sealed interface RoleChange extends PlannedChange {

    /** The role comes to be. */
    record Create(String arn, DesiredRole role) implements RoleChange {
        @Override
        public Change described() {
            var boundary = role.boundary().map(b -> ", boundary " + b).orElse("");
            return new Change(Action.CREATE, arn, role.description() + boundary);
        }
    }

    /** Its trust is mended. */
    record Trust(String arn, String role, JsonNode document) implements RoleChange {
        @Override
        public Change described() {
            return new Change(Action.UPDATE, arn, "trust policy differed, becomes " + document);
        }
    }

    /** Its boundary is set. */
    record Bound(String arn, String role, String policyArn) implements RoleChange {
        @Override
        public Change described() {
            return new Change(Action.UPDATE, arn, "permissions boundary becomes " + policyArn);
        }
    }

    /** It is tagged. */
    record Tag(String arn, String role, Map<String, String> tags) implements RoleChange {
        @Override
        public Change described() {
            return new Change(Action.UPDATE, arn, "tags " + tags);
        }
    }

    /** It gets a managed policy. */
    record Attach(String arn, String role, String policyArn) implements RoleChange {
        @Override
        public Change described() {
            return new Change(Action.UPDATE, arn, "managed policy " + policyArn);
        }
    }

    /** A policy of its own that it had from an older version of us goes. */
    record Drop(String arn, String role, String policy) implements RoleChange {
        @Override
        public Change described() {
            return new Change(Action.DELETE, arn + " inline policy " + policy, "its statements are in another one now");
        }
    }

    /**
     * It gets a policy of its own.
     *
     * @param isNew whether there was none of that name
     * @param detail what differed, in words
     */
    record Put(String arn, String role, String policy, JsonNode document, boolean isNew, String detail)
            implements RoleChange {
        @Override
        public Change described() {
            return new Change(isNew ? Action.CREATE : Action.UPDATE, arn + " inline policy " + policy, detail);
        }
    }
}
