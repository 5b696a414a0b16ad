package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.capacity.Capacities;
import io.groundskeeper.bootstrap.capacity.FargateProfile;
import io.groundskeeper.core.aws.AwsCalls;
import java.util.List;
import java.util.Set;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eks.model.FargateProfileStatus;

/**
 * What clusters have for pods, by the EKS API.
 *
 * @param eks of the clusters' Region
 */
public record EksPods(EksClient eks) implements Capacities {

    private static final Set<FargateProfileStatus> THERE =
            Set.of(FargateProfileStatus.ACTIVE, FargateProfileStatus.CREATING);

    @Override
    public List<String> nodeGroups(String cluster) {
        return AwsCalls.call(
                "eks:ListNodegroups",
                () -> eks.listNodegroupsPaginator(r -> r.clusterName(cluster)).nodegroups().stream()
                        .toList());
    }

    @Override
    public List<FargateProfile> fargateProfiles(String cluster) {
        List<String> names = AwsCalls.call(
                "eks:ListFargateProfiles",
                () -> eks.listFargateProfilesPaginator(r -> r.clusterName(cluster)).fargateProfileNames().stream()
                        .toList());
        return names.stream()
                .flatMap(name -> AwsCalls.find(
                        "eks:DescribeFargateProfile",
                        Set.of("ResourceNotFoundException"),
                        () -> eks.describeFargateProfile(
                                        r -> r.clusterName(cluster).fargateProfileName(name))
                                .fargateProfile())
                        .stream())
                .filter(profile -> THERE.contains(profile.status()))
                .map(profile -> new FargateProfile(
                        profile.fargateProfileName(),
                        profile.status() == FargateProfileStatus.ACTIVE,
                        profile.selectors().stream()
                                .map(selector -> new FargateProfile.Selector(selector.namespace(), selector.labels()))
                                .toList()))
                .toList();
    }
}
