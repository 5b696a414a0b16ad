package io.groundskeeper.bootstrap.removal;

import io.groundskeeper.bootstrap.role.InstanceProfiles;

/**
 * The ports to what is taken away.
 *
 * @param existence of clusters
 * @param instances that Karpenter started
 * @param launchTemplates that Karpenter made
 * @param profiles that Karpenter or we made, and others that hold our roles
 * @param providers of identity
 * @param roles that we made
 * @param queues that we made, with their rules
 * @param discoverable subnets and security groups that we tagged
 * @param objects of Karpenter's kinds, inside clusters
 */
public record Remains(
        Existence existence,
        Instances instances,
        LaunchTemplates launchTemplates,
        InstanceProfiles profiles,
        Providers providers,
        RoleDeletions roles,
        QueueDeletions queues,
        Discoverable discoverable,
        KarpenterObjects objects) {}
