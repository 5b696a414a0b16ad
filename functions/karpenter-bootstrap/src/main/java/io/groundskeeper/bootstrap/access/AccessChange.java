package io.groundskeeper.bootstrap.access;

import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Change.Action;
import io.groundskeeper.bootstrap.step.PlannedChange;
import java.util.List;
import java.util.Optional;

/** A change of who gets into a cluster. */
public sealed interface AccessChange extends PlannedChange {

    /** An access entry comes to be. */
    record CreateEntry(DesiredEntry entry) implements AccessChange {
        @Override
        public Change described() {
            var group = entry.group().map(name -> ", group " + name).orElse("");
            return new Change(Action.CREATE, entryOf(entry.principalArn()), "type " + entry.type() + group);
        }
    }

    /** An access entry goes. */
    record DeleteEntry(String principalArn, String why) implements AccessChange {
        @Override
        public Change described() {
            return new Change(Action.DELETE, entryOf(principalArn), why);
        }
    }

    /** An access entry gets its group beside those that it has. */
    record GroupEntry(String principalArn, List<String> groups) implements AccessChange {
        @Override
        public Change described() {
            return new Change(Action.UPDATE, entryOf(principalArn), "groups become " + groups);
        }
    }

    /** An access entry is tagged with the role that it was made for. */
    record TagEntry(String arn, String principalArn, String roleId) implements AccessChange {
        @Override
        public Change described() {
            return new Change(Action.UPDATE, entryOf(principalArn), "tag for role id " + roleId);
        }
    }

    /** An access entry gets a policy for the whole cluster. */
    record Associate(String principalArn, String policyArn) implements AccessChange {
        @Override
        public Change described() {
            return new Change(Action.UPDATE, entryOf(principalArn), "policy " + policyArn);
        }
    }

    /**
     * A role gets a row in aws-auth.
     *
     * @param from what is there; empty when there is no such ConfigMap
     * @param mapRoles all of its text with the row
     */
    record MapRole(AwsAuthRow row, Optional<AwsAuth> from, String mapRoles) implements AccessChange {
        @Override
        public Change described() {
            return new Change(
                    from.isPresent() ? Action.UPDATE : Action.CREATE,
                    "ConfigMap kube-system/aws-auth",
                    "row for %s as %s in %s".formatted(row.roleArn(), row.username(), row.groups()));
        }
    }

    /** A ClusterRole comes to be or is mended. */
    record PutRole(ClusterRole role, boolean isNew) implements AccessChange {
        @Override
        public Change described() {
            return new Change(
                    isNew ? Action.CREATE : Action.UPDATE,
                    "ClusterRole " + role.getMetadata().getName(),
                    "what the interruption function may do");
        }
    }

    /** A ClusterRoleBinding comes to be or is mended. */
    record PutBinding(ClusterRoleBinding binding, boolean isNew) implements AccessChange {
        @Override
        public Change described() {
            return new Change(
                    isNew ? Action.CREATE : Action.UPDATE,
                    "ClusterRoleBinding " + binding.getMetadata().getName(),
                    "to group " + binding.getSubjects().getFirst().getName());
        }
    }

    /** The cluster comes to take access entries, for good. */
    record SwitchMode(String clusterArn) implements AccessChange {
        @Override
        public Change described() {
            return new Change(
                    Action.UPDATE,
                    clusterArn,
                    "authentication mode CONFIG_MAP becomes API_AND_CONFIG_MAP, which cannot be undone");
        }
    }

    private static String entryOf(String principalArn) {
        return "access entry of " + principalArn;
    }
}
