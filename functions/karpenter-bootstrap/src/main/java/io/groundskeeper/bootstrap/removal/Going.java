package io.groundskeeper.bootstrap.removal;

import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.PlannedChange;

/** An object of one of Karpenter's kinds is deleted. */
public record Going(KarpenterObject object) implements PlannedChange {
    @Override
    public Change described() {
        return new Change(
                Change.Action.DELETE,
                "%s %s".formatted(object.kind(), object.name()),
                switch (object.kind()) {
                    case NODE_POOL -> "Karpenter drains and terminates its nodes";
                    case NODE_CLAIM, NODE_CLASS, NODE_OVERLAY, CAPACITY_BUFFER -> "we applied it";
                });
    }
}
