package io.groundskeeper.bootstrap.removal;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.Step;
import java.time.Duration;
import java.util.List;

/** Step {@code node-classes}: our EC2NodeClass goes; Karpenter then deletes its instance profile and launch templates. */
public final class NodeClassRemovalStep implements Step<NodeClassRemovalStep.Observed, Going> {

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(15);

    /** What is there of ours. */
    public record Observed(List<KarpenterObject> classes, boolean controllerRuns) {
        public Observed {
            classes = List.copyOf(classes);
        }
    }

    private final KarpenterObjects objects;

    /** @param objects in clusters */
    public NodeClassRemovalStep(KarpenterObjects objects) {
        this.objects = objects;
    }

    @Override
    public String name() {
        return "node-classes";
    }

    @Override
    public Observed observe(Target target) {
        var endpoint = NodePoolRemovalStep.endpoint(target);
        return new Observed(
                objects.list(endpoint, KarpenterKind.NODE_CLASS).stream()
                        .filter(KarpenterObject::isOurs)
                        .toList(),
                objects.controllerRuns(endpoint, target.settings().controller().namespace()));
    }

    @Override
    public Plan<Going> plan(Target target, Observed observed) {
        if (observed.classes().isEmpty()) {
            return new Plan.Changes<>(List.of(), List.of());
        }
        var changes = observed.classes().stream()
                .filter(nodeClass -> !nodeClass.isGoing())
                .map(Going::new)
                .toList();
        return new Plan.Waiting<>(
                changes,
                observed.controllerRuns()
                        ? "EC2NodeClasses of ours are going: %s"
                                .formatted(NodePoolRemovalStep.named(observed.classes()))
                        : "EC2NodeClass %s is held until Karpenter's controller has cleaned up after it, and it does not run. Bring it up (kubectl -n %s get deployment karpenter); finalizers are never forced"
                                .formatted(
                                        NodePoolRemovalStep.named(observed.classes()),
                                        target.settings().controller().namespace()),
                LOOK_AGAIN);
    }

    @Override
    public void apply(Target target, Going change) {
        objects.delete(NodePoolRemovalStep.endpoint(target), change.object());
    }
}
