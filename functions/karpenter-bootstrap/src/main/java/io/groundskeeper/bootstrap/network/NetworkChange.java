package io.groundskeeper.bootstrap.network;

import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.PlannedChange;
import java.util.Map;

/** A change of the tags by which Karpenter finds subnets and security group. */
public sealed interface NetworkChange extends PlannedChange {

    /** It is found from now on. */
    record Tag(String resourceId, Map<String, String> tags, String because) implements NetworkChange {
        @Override
        public Change described() {
            return new Change(
                    Change.Action.UPDATE, resourceId, "tag %s (%s)".formatted(Discovery.shown(tags), because));
        }
    }

    /** It is no longer found; only for what we tagged. */
    record Untag(String resourceId, Map<String, String> tags) implements NetworkChange {
        @Override
        public Change described() {
            return new Change(
                    Change.Action.UPDATE,
                    resourceId,
                    "remove our tag %s, it is no longer one of those to use".formatted(Discovery.shown(tags)));
        }
    }
}
