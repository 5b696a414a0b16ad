package io.groundskeeper.bootstrap.identity;

import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Change.Action;
import io.groundskeeper.bootstrap.step.PlannedChange;

/** A change of how the controller gets its role. */
public sealed interface IdentityChange extends PlannedChange {

    /** The agent of EKS Pod Identity is installed. */
    record Install(String cluster) implements IdentityChange {
        @Override
        public Change described() {
            return new Change(Action.CREATE, "add-on " + Agent.NAME, "hands Karpenter its role's credentials");
        }
    }

    /** The service account is associated with the role. */
    record Associate(String cluster, String roleArn) implements IdentityChange {
        @Override
        public Change described() {
            return new Change(Action.CREATE, "pod identity association " + account(), "role " + roleArn);
        }
    }

    /** The association gets the right role. */
    record Reassociate(String cluster, Association association, String roleArn) implements IdentityChange {
        @Override
        public Change described() {
            return new Change(
                    Action.UPDATE,
                    association.arn(),
                    "role was %s, becomes %s".formatted(association.roleArn(), roleArn));
        }
    }

    /** The account comes to know the cluster's issuer. */
    record CreateProvider(String arn, Issuer issuer) implements IdentityChange {
        @Override
        public Change described() {
            return new Change(Action.CREATE, arn, "identity provider with audience " + Issuer.AUDIENCE);
        }
    }

    /** The issuer's tokens are accepted for STS. */
    record AddAudience(String arn) implements IdentityChange {
        @Override
        public Change described() {
            return new Change(Action.UPDATE, arn, "audience " + Issuer.AUDIENCE);
        }
    }

    private static String account() {
        return ServiceAccount.NAMESPACE + "/" + ServiceAccount.NAME;
    }
}
