package io.groundskeeper.bootstrap.capacity;

import java.util.List;

/**
 * What a cluster has to run Karpenter's controller on. The one decision, from which its identity and its placement both
 * follow: EKS puts every pod that a Fargate profile selects on Fargate, whatever nodes there are and whatever the pod
 * asks for. So the controller runs on Fargate where a profile selects it, and else on nodes.
 *
 * @param fargateProfiles without those that failed or go
 * @param nodeGroups looked for only where a profile takes the controller
 */
public record Capacity(List<FargateProfile> fargateProfiles, List<String> nodeGroups) {

    public Capacity {
        fargateProfiles = List.copyOf(fargateProfiles);
        nodeGroups = List.copyOf(nodeGroups);
    }

    /** Asks EKS for it. */
    public static Capacity of(Capacities capacities, String cluster) {
        var profiles = capacities.fargateProfiles(cluster);
        return new Capacity(profiles, onFargate(profiles) ? capacities.nodeGroups(cluster) : List.of());
    }

    /** Whether the controller runs on Fargate, which has no EKS Pod Identity. */
    public boolean onFargate() {
        return onFargate(fargateProfiles);
    }

    /** Whether there is a Fargate profile, for whatever pods. */
    public boolean hasFargate() {
        return !fargateProfiles.isEmpty();
    }

    private static boolean onFargate(List<FargateProfile> profiles) {
        return profiles.stream().anyMatch(FargateProfile::takesController);
    }
}
