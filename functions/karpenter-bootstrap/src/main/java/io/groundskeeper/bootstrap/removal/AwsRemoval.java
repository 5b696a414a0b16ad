package io.groundskeeper.bootstrap.removal;

import io.groundskeeper.bootstrap.network.Network;
import io.groundskeeper.bootstrap.role.Roles;
import io.groundskeeper.bootstrap.step.StepOn;
import io.groundskeeper.core.interruption.Queues;
import io.groundskeeper.core.interruption.Rules;
import java.time.Clock;
import java.util.List;

/**
 * The steps that take a cluster's AWS side down. The node role is the last to go: as long as it is there, what a run
 * that was cut off has left is found again.
 */
public final class AwsRemoval {

    private final StepOn<Leaving, ?, ?> instances;
    private final List<StepOn<Leaving, ?, ?>> leftByKarpenter;
    private final List<StepOn<Leaving, ?, ?>> ours;

    /** Makes the steps on the ports that they read and write. */
    public AwsRemoval(Remains remains, Roles roles, Queues queues, Rules rules, Network network, Clock clock) {
        instances = new InstancesStep(remains.instances(), clock);
        leftByKarpenter = List.of(
                new LaunchTemplatesStep(remains.launchTemplates()), new InstanceProfilesStep(remains.profiles()));
        ours = List.of(
                new QueueRemovalStep(queues, rules, remains.queues()),
                new ProviderRemovalStep(remains.providers()),
                new NetworkRemovalStep(remains.discoverable(), network),
                RoleRemovalStep.ofController(roles, remains.profiles(), remains.roles()),
                RoleRemovalStep.ofNodes(roles, remains.profiles(), remains.roles()));
    }

    /** The one that looks for instances, before anything is taken away that they need. */
    public StepOn<Leaving, ?, ?> instances() {
        return instances;
    }

    /** Those that take away what Karpenter made beside instances. */
    public List<StepOn<Leaving, ?, ?>> leftByKarpenter() {
        return leftByKarpenter;
    }

    /** Those that take away what we made. */
    public List<StepOn<Leaving, ?, ?>> ours() {
        return ours;
    }
}
