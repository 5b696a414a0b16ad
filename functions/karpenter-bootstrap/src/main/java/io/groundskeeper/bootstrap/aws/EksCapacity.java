package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.network.NodeGroup;
import io.groundskeeper.core.aws.AwsCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eks.model.FargateProfile;
import software.amazon.awssdk.services.eks.model.FargateProfileStatus;
import software.amazon.awssdk.services.eks.model.Nodegroup;
import software.amazon.awssdk.services.eks.model.NodegroupStatus;

/** What a cluster has to run pods on: managed node groups and Fargate profiles, without those that failed or go. */
record EksCapacity(EksClient eks, LaunchTemplates templates) {

    private static final Set<String> ABSENT = Set.of("ResourceNotFoundException");
    private static final Set<NodegroupStatus> GONE =
            Set.of(NodegroupStatus.DELETING, NodegroupStatus.CREATE_FAILED, NodegroupStatus.DELETE_FAILED);

    List<NodeGroup> nodeGroups(String cluster) {
        List<String> names = AwsCalls.call(
                "eks:ListNodegroups",
                () -> eks.listNodegroupsPaginator(r -> r.clusterName(cluster)).nodegroups().stream()
                        .toList());
        var groups = new ArrayList<NodeGroup>();
        for (var name : names) {
            // One that was deleted since it was listed is simply not there.
            AwsCalls.find(
                            "eks:DescribeNodegroup",
                            ABSENT,
                            () -> eks.describeNodegroup(
                                            r -> r.clusterName(cluster).nodegroupName(name))
                                    .nodegroup())
                    .filter(group -> !GONE.contains(group.status()))
                    .ifPresent(group -> groups.add(nodeGroup(group)));
        }
        return groups;
    }

    List<String> fargateSubnets(String cluster) {
        List<String> names = AwsCalls.call(
                "eks:ListFargateProfiles",
                () -> eks.listFargateProfilesPaginator(r -> r.clusterName(cluster)).fargateProfileNames().stream()
                        .toList());
        var subnets = new ArrayList<String>();
        for (var name : names) {
            AwsCalls.find(
                            "eks:DescribeFargateProfile",
                            ABSENT,
                            () -> eks.describeFargateProfile(
                                            r -> r.clusterName(cluster).fargateProfileName(name))
                                    .fargateProfile())
                    .filter(profile -> profile.status() == FargateProfileStatus.ACTIVE
                            || profile.status() == FargateProfileStatus.CREATING)
                    .map(FargateProfile::subnets)
                    .ifPresent(subnets::addAll);
        }
        return subnets;
    }

    private NodeGroup nodeGroup(Nodegroup group) {
        var ownGroups = Optional.ofNullable(group.launchTemplate())
                .map(templates::securityGroups)
                .orElse(Set.of());
        return new NodeGroup(group.nodegroupName(), group.subnets(), ownGroups);
    }
}
