package io.groundskeeper.bootstrap.controller;

import java.util.List;

/** What a cluster has been given to run pods on. */
public interface Capacity {

    /** The names of its managed node groups, whatever their state. */
    List<String> nodeGroups(String cluster);

    /** Its Fargate profiles, without those that failed or go. */
    List<FargateProfile> fargateProfiles(String cluster);
}
