package io.groundskeeper.bootstrap.nodes;

import io.groundskeeper.bootstrap.cluster.NodeSettings;
import io.groundskeeper.bootstrap.cluster.NodeSettings.Architecture;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.network.Discovery;
import io.groundskeeper.bootstrap.network.Selection;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.core.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Decides what makes EC2NodeClass and NodePool what they should be.
 *
 * @param rival what else gives nodes to the cluster, in words; nothing is created then
 */
record NodePoolPlan(Target target, Custody nodeClass, Custody nodePool, Optional<String> rival) {

    private static final Duration LOOK_AGAIN = Duration.ofMinutes(1);
    /** As many terms as an EC2NodeClass takes in one selector. */
    private static final int MOST_TERMS = 30;

    /** What most likely comes to be where nothing can be seen yet. */
    static List<NodeChange> foreseen(Target target) {
        var nodes = target.settings().nodes();
        return List.of(
                new NodeChange.Create(
                        NodeKind.EC2_NODE_CLASS,
                        Json.object(),
                        "the newest image of Amazon Linux 2023; subnets and security group as in step network"),
                new NodeChange.Create(NodeKind.NODE_POOL, NodeDocuments.nodePool(nodes), detail(nodes)));
    }

    Plan<NodeChange> plan(Optional<Selection> selection, ImageChoice image) {
        return leaving()
                .or(this::heldBack)
                .or(() -> new NodeIdentity(target).refusal(nodeClass).map(Plan.Refused::new))
                .or(() -> lacking(selection, image))
                .orElseGet(() -> changes(selection.orElseThrow(), image));
    }

    private Optional<Plan<NodeChange>> leaving() {
        return Stream.of(leaving(NodeKind.NODE_POOL, nodePool), leaving(NodeKind.EC2_NODE_CLASS, nodeClass))
                .flatMap(Optional::stream)
                .findFirst()
                .map(reason -> new Plan.Waiting<>(List.of(), reason, LOOK_AGAIN));
    }

    private static Optional<String> leaving(NodeKind kind, Custody custody) {
        return custody instanceof Custody.Leaving(var since)
                ? Optional.of(
                        "%s is being deleted since %s: it is made anew once it is gone, and it goes once its nodes did"
                                .formatted(kind.shown(), since))
                : Optional.empty();
    }

    private Optional<Plan<NodeChange>> heldBack() {
        var creates = nodeClass instanceof Custody.Nobodys || nodePool instanceof Custody.Nobodys;
        return creates ? rival.map(Plan.Skipped::new) : Optional.empty();
    }

    private static Optional<Plan<NodeChange>> lacking(Optional<Selection> selection, ImageChoice image) {
        if (selection.isEmpty()) {
            return Optional.of(new Plan.Refused<>(
                    "EKS names no VPC, no subnets or no security group for the cluster: see step network"));
        }
        return image instanceof ImageChoice.Nothing(var reason)
                ? Optional.of(new Plan.Refused<>(reason))
                : Optional.empty();
    }

    private Plan<NodeChange> changes(Selection selection, ImageChoice image) {
        var draft = new Draft(new ArrayList<>(), new ArrayList<>());
        nodeClass(draft, fitting(selection, draft.warnings()), image);
        nodePool(draft);
        missingTags().ifPresent(draft.warnings()::add);
        return new Plan.Changes<>(draft.changes(), draft.warnings());
    }

    private void nodeClass(Draft draft, Selection selection, ImageChoice image) {
        var pinned = pinned(image);
        var wanted = NodeDocuments.nodeClass(target, selection, pinned);
        switch (nodeClass) {
            case Custody.Nobodys() -> {
                if (!(nodePool instanceof Custody.Others)) {
                    draft.changes().add(new NodeChange.Create(NodeKind.EC2_NODE_CLASS, wanted, detail(wanted)));
                }
            }
            case Custody.Ours(var live) -> {
                if (image instanceof ImageChoice.Leave(var warning)) {
                    warning.ifPresent(draft.warnings()::add);
                }
                draft.settle(
                        NodeKind.EC2_NODE_CLASS,
                        new NodeIdentity(target).besideOthers(wanted, live, draft.warnings()),
                        live,
                        because(image));
            }
            case Custody.Others others -> draft.warnings().add(others.warning(NodeKind.EC2_NODE_CLASS));
            case Custody.Leaving leaving -> throw new IllegalStateException("waited for: " + leaving);
        }
    }

    private void nodePool(Draft draft) {
        var nodes = target.settings().nodes();
        var wanted = NodeDocuments.nodePool(nodes);
        switch (nodePool) {
            case Custody.Nobodys() -> {
                if (nodeClass instanceof Custody.Others) {
                    draft.warnings()
                            .add("%s was not made, since %s is someone else's"
                                    .formatted(NodeKind.NODE_POOL.shown(), NodeKind.EC2_NODE_CLASS.shown()));
                } else {
                    draft.changes().add(new NodeChange.Create(NodeKind.NODE_POOL, wanted, detail(nodes)));
                }
            }
            case Custody.Ours(var live) -> draft.settle(NodeKind.NODE_POOL, wanted, live, fallback(nodes));
            case Custody.Others others -> draft.warnings().add(others.warning(NodeKind.NODE_POOL));
            case Custody.Leaving leaving -> throw new IllegalStateException("waited for: " + leaving);
        }
    }

    private static Selection fitting(Selection selection, List<String> warnings) {
        if (!(selection.subnets() instanceof Selection.Terms.ById(var ids)) || ids.size() <= MOST_TERMS) {
            return selection;
        }
        warnings.add(
                "%s takes %d subnets by their ids, and the cluster has %d: nodes start in the first %d. Others' tags %s on them are why they are not found by tag"
                        .formatted(NodeKind.EC2_NODE_CLASS.shown(), MOST_TERMS, ids.size(), MOST_TERMS, Discovery.KEY));
        return new Selection(
                new Selection.Terms.ById(ids.stream().sorted().limit(MOST_TERMS).toList()), selection.group());
    }

    private Optional<String> missingTags() {
        var missing = target.settings().nodes().tags().missing();
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Nodes lack what REQUIRED_TAGS or TAG_POLICY asks for: %s. Set NODE_TAGS (%s=...), or tag the cluster with it"
                                .formatted(String.join(", ", missing), missing.getFirst()));
    }

    private static Optional<ImageRelease> pinned(ImageChoice image) {
        return switch (image) {
            case ImageChoice.Keep(var release) -> Optional.of(release);
            case ImageChoice.Pin(var release, var because) -> Optional.of(release);
            case ImageChoice.Leave leave -> Optional.empty();
            case ImageChoice.Nothing nothing -> Optional.empty();
        };
    }

    private static Optional<String> because(ImageChoice image) {
        return image instanceof ImageChoice.Pin(var release, var because)
                ? because.map(why -> "%s is taken, since %s".formatted(release.alias(), why))
                : Optional.empty();
    }

    private static Optional<String> fallback(NodeSettings nodes) {
        return nodes.onDemandAdded()
                ? Optional.of("on-demand is added to NODE_CAPACITY_TYPES=spot as its fallback")
                : Optional.empty();
    }

    private static String detail(ObjectNode nodeClass) {
        var spec = nodeClass.path("spec");
        return "image %s; %s %s; subnets by %s; security group by %s; tags %s"
                .formatted(
                        spec.path("amiSelectorTerms").path(0).path("alias").asString(),
                        spec.has("role") ? "role" : "instance profile",
                        spec.path("role").asString(spec.path("instanceProfile").asString("")),
                        spec.path("subnetSelectorTerms"),
                        spec.path("securityGroupSelectorTerms"),
                        spec.has("tags") ? spec.path("tags") : "none");
    }

    private static String detail(NodeSettings nodes) {
        var text = "%s; %s; categories %s newer than generation 2; at most %s CPUs and %s"
                .formatted(
                        String.join(
                                ", ",
                                nodes.architectures().stream()
                                        .map(Architecture::label)
                                        .toList()),
                        String.join(", ", nodes.capacityTypes()),
                        String.join(", ", nodes.categories()),
                        nodes.cpuLimit(),
                        nodes.memoryLimit());
        return fallback(nodes).map(why -> text + "; " + why).orElse(text);
    }

    /** A plan in the making. */
    private record Draft(List<NodeChange> changes, List<String> warnings) {

        void settle(NodeKind kind, ObjectNode wanted, JsonNode live, Optional<String> because) {
            var settlement = Settlement.of(kind, wanted, live);
            warnings.addAll(settlement.warnings());
            if (!settlement.differences().isEmpty()) {
                changes.add(new NodeChange.Update(
                        kind,
                        settlement.document(),
                        Stream.concat(because.stream(), settlement.differences().stream())
                                .toList()));
            }
        }
    }
}
