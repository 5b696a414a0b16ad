package io.groundskeeper.bootstrap.nodes;

import io.groundskeeper.bootstrap.cluster.Target;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * By what nodes are someone in AWS: a role, for which Karpenter makes an instance profile, or an instance profile that is
 * there. An EC2NodeClass has exactly one of them, and never changes from one to the other.
 */
record NodeIdentity(Target target) {

    private static final FieldPath ROLE = FieldPath.of("spec", "role");
    private static final FieldPath PROFILE = FieldPath.of("spec", "instanceProfile");

    /** Why nodes cannot be what the settings ask for, and what to do; empty when they can. */
    Optional<String> refusal(Custody nodeClass) {
        return switch (nodeClass) {
            case Custody.Nobodys nobodys -> Optional.empty();
            case Custody.Ours(var live) -> switched(live);
            case Custody.Others others -> Optional.empty();
            case Custody.Leaving leaving -> Optional.empty();
        };
    }

    /** What is wanted, without our kind of identity where someone else gave nodes the other: both would be refused. */
    ObjectNode besideOthers(ObjectNode wanted, JsonNode live, List<String> warnings) {
        if (other().in(live).isMissingNode()) {
            return wanted;
        }
        var rest = wanted.deepCopy();
        ours().removeFrom(rest);
        warnings.add("%s: %s is %s by %s and was left; wanted is %s %s"
                .formatted(
                        NodeKind.EC2_NODE_CLASS.shown(),
                        other(),
                        other().in(live),
                        ManagedFields.of(live)
                                .other(other())
                                .map(ManagedFields.Owner::shown)
                                .orElse("someone else"),
                        ours(),
                        ours().in(wanted)));
        return rest;
    }

    private Optional<String> switched(JsonNode live) {
        if (other().in(live).isMissingNode()
                || ManagedFields.of(live).other(other()).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(
                "%s has %s, and Karpenter does not change it to %s. Delete it to have it made anew, once its nodes may be replaced: kubectl delete %s %s"
                        .formatted(
                                NodeKind.EC2_NODE_CLASS.shown(),
                                other(),
                                ours(),
                                NodeKind.EC2_NODE_CLASS.plural(),
                                NodeKind.NAME));
    }

    private FieldPath ours() {
        return target.instanceProfile().isPresent() ? PROFILE : ROLE;
    }

    private FieldPath other() {
        return ours().equals(ROLE) ? PROFILE : ROLE;
    }
}
