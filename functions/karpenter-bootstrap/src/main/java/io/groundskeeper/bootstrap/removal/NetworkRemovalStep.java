package io.groundskeeper.bootstrap.removal;

import io.groundskeeper.bootstrap.network.Discovery;
import io.groundskeeper.bootstrap.network.Network;
import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.PlannedChange;
import io.groundskeeper.bootstrap.step.StepOn;
import java.util.List;

/** Step {@code network}: the discovery tags that we placed go. One that another cluster took over stays with that one. */
public final class NetworkRemovalStep implements StepOn<Leaving, List<String>, NetworkRemovalStep.Untag> {

    /** A subnet or a security group is no longer found. */
    public record Untag(String resourceId) implements PlannedChange {
        @Override
        public Change described() {
            return new Change(Change.Action.UPDATE, resourceId, "remove our discovery tags");
        }
    }

    private final Discoverable discoverable;
    private final Network network;

    /** @param network takes the tags away */
    public NetworkRemovalStep(Discoverable discoverable, Network network) {
        this.discoverable = discoverable;
        this.network = network;
    }

    @Override
    public String name() {
        return "network";
    }

    @Override
    public List<String> observe(Leaving target) {
        return discoverable.of(target.id().name());
    }

    @Override
    public Plan<Untag> plan(Leaving target, List<String> observed) {
        return new Plan.Changes<>(observed.stream().sorted().map(Untag::new).toList(), List.of());
    }

    @Override
    public void apply(Leaving target, Untag change) {
        // Only while they have these values.
        network.untag(change.resourceId(), Discovery.tags(target.id()));
    }
}
