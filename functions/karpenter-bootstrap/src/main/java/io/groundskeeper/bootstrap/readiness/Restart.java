package io.groundskeeper.bootstrap.readiness;

import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.PlannedChange;

/** The controller's pods are started anew. */
public record Restart(String namespace, String deployment, String why) implements PlannedChange {

    /** What a restart writes into the pods' annotations. */
    static final String AT = "kubectl.kubernetes.io/restartedAt";

    @Override
    public Change described() {
        return new Change(
                Change.Action.UPDATE, "Deployment %s/%s".formatted(namespace, deployment), "pods started anew: " + why);
    }
}
