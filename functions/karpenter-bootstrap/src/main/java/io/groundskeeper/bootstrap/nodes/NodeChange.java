package io.groundskeeper.bootstrap.nodes;

import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.PlannedChange;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** A change of the EC2NodeClass or the NodePool: a document that is applied. */
public sealed interface NodeChange extends PlannedChange {

    /** Which of the two. */
    NodeKind kind();

    /** What is applied: all that is ours in it from now on. */
    ObjectNode document();

    /** It comes to be. */
    record Create(NodeKind kind, ObjectNode document, String detail) implements NodeChange {
        @Override
        public Change described() {
            return new Change(Change.Action.CREATE, kind.shown(), detail);
        }
    }

    /**
     * Some of its fields change.
     *
     * @param why which, and how they were; for a new image also why it is taken
     */
    record Update(NodeKind kind, ObjectNode document, List<String> why) implements NodeChange {

        public Update {
            why = List.copyOf(why);
        }

        @Override
        public Change described() {
            return new Change(Change.Action.UPDATE, kind.shown(), String.join("; ", why));
        }
    }
}
