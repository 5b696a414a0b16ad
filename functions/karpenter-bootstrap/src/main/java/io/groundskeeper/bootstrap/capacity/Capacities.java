package io.groundskeeper.bootstrap.capacity;

import java.util.List;

/** What clusters have been given to run pods on, as EKS says. */
public interface Capacities {

    /** The names of a cluster's managed node groups, whatever their state. */
    List<String> nodeGroups(String cluster);

    /** Its Fargate profiles, without those that failed or go. */
    List<FargateProfile> fargateProfiles(String cluster);
}
