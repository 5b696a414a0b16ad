package io.groundskeeper.bootstrap.nodes;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.controller.ClusterContents;
import io.groundskeeper.bootstrap.controller.Situation;
import io.groundskeeper.bootstrap.network.Network;
import io.groundskeeper.bootstrap.network.NetworkState;
import io.groundskeeper.bootstrap.network.Selection;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import java.time.Clock;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Step {@code node-pool}: EC2NodeClass and NodePool named default, by server-side apply. What someone else owns in them
 * is left to him.
 */
public final class NodePoolStep implements Step<Situation.Look<NodePoolStep.Seen>, NodeChange> {

    /**
     * What is there.
     *
     * @param scene empty where nothing is to be done, whatever it would be
     */
    record Seen(Situation situation, Optional<Scene> scene) {}

    /** What decides on the two objects. */
    record Scene(
            Optional<JsonNode> nodeClass,
            Optional<JsonNode> nodePool,
            Optional<ImageLook> image,
            NetworkState network) {}

    private final ClusterContents contents;
    private final NodeObjects objects;
    private final MachineImages images;
    private final Network network;
    private final Clock clock;

    /**
     * Makes the step.
     *
     * @param contents of clusters, for what keeps Karpenter from being given anything
     * @param network best one that remembers: step network has read the same
     */
    public NodePoolStep(
            ClusterContents contents, NodeObjects objects, MachineImages images, Network network, Clock clock) {
        this.contents = contents;
        this.objects = objects;
        this.images = images;
        this.network = network;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "node-pool";
    }

    @Override
    public Situation.Look<Seen> observe(Target target) {
        return Situation.look(target, endpoint -> {
            var situation = Situation.ofController(contents, endpoint, target, clock.instant());
            var goesOn = situation.<NodeChange>obstacle(target).isEmpty();
            return new Seen(situation, goesOn ? Optional.of(scene(target, endpoint, situation)) : Optional.empty());
        });
    }

    @Override
    public Plan<NodeChange> plan(Target target, Situation.Look<Seen> look) {
        return Situation.plan(
                look,
                NodePoolPlan.foreseen(target),
                seen -> seen.situation().<NodeChange>obstacle(target).orElseGet(() -> planned(target, seen)));
    }

    @Override
    public void apply(Target target, NodeChange change) {
        var endpoint = target.cluster()
                .endpoint()
                .orElseThrow(() -> new IllegalStateException("The cluster has no Kubernetes endpoint any more"));
        objects.apply(endpoint, change.kind(), change.document());
    }

    private Scene scene(Target target, ClusterEndpoint endpoint, Situation situation) {
        var nodeClass = objects.find(endpoint, NodeKind.EC2_NODE_CLASS);
        var nodePool = objects.find(endpoint, NodeKind.NODE_POOL);
        return new Scene(nodeClass, nodePool, image(target, situation, nodeClass), network.read(target.cluster()));
    }

    // Of what is someone else's or goes, the image does not matter.
    private Optional<ImageLook> image(Target target, Situation situation, Optional<JsonNode> nodeClass) {
        return switch (Custody.of(nodeClass)) {
            case Custody.Nobodys nobodys -> Optional.of(look(target, situation, nodeClass));
            case Custody.Ours ours -> Optional.of(look(target, situation, nodeClass));
            case Custody.Others others -> Optional.empty();
            case Custody.Leaving leaving -> Optional.empty();
        };
    }

    private ImageLook look(Target target, Situation situation, Optional<JsonNode> nodeClass) {
        return ImageLook.at(
                images,
                situation.kubernetes(),
                target.settings().nodes().architectures(),
                nodeClass,
                target.amiRefresh());
    }

    private static Plan<NodeChange> planned(Target target, Seen seen) {
        var scene = seen.scene().orElseThrow();
        return new NodePoolPlan(
                        target,
                        Custody.of(scene.nodeClass()),
                        Custody.of(scene.nodePool()),
                        seen.situation().rival(target))
                .plan(
                        Selection.of(target.cluster(), scene.network()),
                        scene.image()
                                .map(look -> ImageChoice.of(look, target.amiRefresh()))
                                .orElseGet(() -> new ImageChoice.Leave(Optional.empty())));
    }
}
