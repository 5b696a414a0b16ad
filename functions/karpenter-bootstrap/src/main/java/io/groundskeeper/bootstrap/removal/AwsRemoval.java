package io.groundskeeper.bootstrap.removal;

import io.groundskeeper.bootstrap.network.Network;
import io.groundskeeper.bootstrap.queue.Queues;
import io.groundskeeper.bootstrap.queue.Rules;
import io.groundskeeper.bootstrap.role.Roles;
import io.groundskeeper.bootstrap.step.StepOn;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;

/**
 * The steps that take a cluster's AWS side down. The node role is the last to go: as long as it is there, what a run
 * that was cut off has left is found again.
 */
public final class AwsRemoval {

    private final List<StepOn<Leaving, ?, ?>> karpenters;
    private final List<StepOn<Leaving, ?, ?>> ours;

    /** Makes the steps on the ports that they read and write. */
    public AwsRemoval(Remains remains, Roles roles, Queues queues, Rules rules, Network network, Clock clock) {
        karpenters = List.of(
                new InstancesStep(remains.instances(), clock),
                new LaunchTemplatesStep(remains.launchTemplates()),
                new InstanceProfilesStep(remains.profiles()));
        ours = List.of(
                new QueueRemovalStep(queues, rules, remains.queues()),
                new ProviderRemovalStep(remains.providers()),
                new NetworkRemovalStep(remains.discoverable(), network),
                RoleRemovalStep.ofController(roles, remains.profiles(), remains.roles()),
                RoleRemovalStep.ofNodes(roles, remains.profiles(), remains.roles()));
    }

    /** All, in the order in which they are done: what Karpenter left behind first. */
    public List<StepOn<Leaving, ?, ?>> all() {
        return Stream.concat(karpenters.stream(), ours.stream()).toList();
    }

    /** Those that take away what Karpenter made. */
    public List<StepOn<Leaving, ?, ?>> karpenters() {
        return karpenters;
    }

    /** Those that take away what we made. */
    public List<StepOn<Leaving, ?, ?>> ours() {
        return ours;
    }
}
