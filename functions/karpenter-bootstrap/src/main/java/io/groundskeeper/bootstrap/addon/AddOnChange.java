package io.groundskeeper.bootstrap.addon;

import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.PlannedChange;
import tools.jackson.databind.JsonNode;

/** A change that keeps an add-on off Karpenter's nodes. */
public sealed interface AddOnChange extends PlannedChange {

    /** What it is for, as the report shows it. */
    String DETAIL = "affinity karpenter.sh/nodepool DoesNotExist: kept off the nodes that Karpenter may take away";

    /** EKS keeps it, and gets other configurationValues. */
    record Configure(String name, String configuration) implements AddOnChange {
        @Override
        public Change described() {
            return new Change(Change.Action.UPDATE, "add-on " + name, DETAIL);
        }
    }

    /** It is a Deployment that nobody gave an affinity to nodes. */
    record Pin(String name, JsonNode deployment) implements AddOnChange {
        @Override
        public Change described() {
            return new Change(Change.Action.UPDATE, "Deployment kube-system/" + name, DETAIL);
        }
    }
}
