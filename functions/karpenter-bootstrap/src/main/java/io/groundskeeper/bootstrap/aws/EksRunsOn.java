package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.identity.Capacities;
import io.groundskeeper.bootstrap.identity.Capacity;
import java.util.Set;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eks.model.FargateProfileStatus;
import software.amazon.awssdk.services.eks.model.NodegroupStatus;

/**
 * What clusters run pods on, by the EKS API. Most have no Fargate profile, which is one call.
 *
 * @param eks of the function's Region
 */
public record EksRunsOn(EksClient eks) implements Capacities {

    private static final Set<String> ABSENT = Set.of("ResourceNotFoundException");
    private static final Set<NodegroupStatus> GONE =
            Set.of(NodegroupStatus.DELETING, NodegroupStatus.CREATE_FAILED, NodegroupStatus.DELETE_FAILED);
    private static final Set<FargateProfileStatus> THERE =
            Set.of(FargateProfileStatus.ACTIVE, FargateProfileStatus.CREATING);

    @Override
    public Capacity of(String cluster) {
        boolean fargate = hasFargate(cluster);
        return new Capacity(fargate, fargate && hasNodeGroup(cluster));
    }

    private boolean hasFargate(String cluster) {
        return AwsCalls.call(
                "eks:ListFargateProfiles",
                () -> eks.listFargateProfilesPaginator(r -> r.clusterName(cluster)).fargateProfileNames().stream()
                        .anyMatch(name -> AwsCalls.find(
                                        "eks:DescribeFargateProfile",
                                        ABSENT,
                                        () -> eks.describeFargateProfile(r ->
                                                        r.clusterName(cluster).fargateProfileName(name))
                                                .fargateProfile()
                                                .status())
                                .filter(THERE::contains)
                                .isPresent()));
    }

    private boolean hasNodeGroup(String cluster) {
        return AwsCalls.call(
                "eks:ListNodegroups",
                () -> eks.listNodegroupsPaginator(r -> r.clusterName(cluster)).nodegroups().stream()
                        .anyMatch(name -> AwsCalls.find(
                                        "eks:DescribeNodegroup",
                                        ABSENT,
                                        () -> eks.describeNodegroup(r ->
                                                        r.clusterName(cluster).nodegroupName(name))
                                                .nodegroup()
                                                .status())
                                .filter(status -> !GONE.contains(status))
                                .isPresent()));
    }
}
