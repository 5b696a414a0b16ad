package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.removal.Instance;
import io.groundskeeper.bootstrap.removal.Instances;
import io.groundskeeper.core.aws.AwsCalls;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Placement;

/**
 * Karpenter's instances by the EC2 API. Karpenter tags each with the cluster in two ways; either of them is enough
 * beside its NodePool's tag, since releases before 1.1 know only the older one.
 *
 * @param ec2 of the function's Region
 */
public record KarpenterInstances(Ec2Client ec2) implements Instances {

    private static final Set<String> ABSENT = Set.of("InvalidInstanceID.NotFound");
    static final Filter OF_A_NODE_POOL =
            Filter.builder().name("tag-key").values("karpenter.sh/nodepool").build();

    @Override
    public List<Instance> of(String cluster) {
        return Stream.of(tag("eks:eks-cluster-name", cluster), tag("kubernetes.io/cluster/" + cluster, "owned"))
                .flatMap(filter -> find(filter).stream())
                .distinct()
                .toList();
    }

    @Override
    public void terminate(String id) {
        AwsCalls.find("ec2:TerminateInstances", ABSENT, () -> ec2.terminateInstances(r -> r.instanceIds(id)));
    }

    static Filter tag(String key, String value) {
        return Filter.builder().name("tag:" + key).values(value).build();
    }

    private List<Instance> find(Filter ofCluster) {
        return AwsCalls.call(
                "ec2:DescribeInstances",
                () -> ec2.describeInstancesPaginator(r -> r.filters(OF_A_NODE_POOL, ofCluster)).reservations().stream()
                        .flatMap(reservation -> reservation.instances().stream())
                        .map(KarpenterInstances::instance)
                        .toList());
    }

    private static Instance instance(software.amazon.awssdk.services.ec2.model.Instance instance) {
        return new Instance(
                instance.instanceId(),
                instance.instanceTypeAsString(),
                Optional.ofNullable(instance.placement())
                        .map(Placement::availabilityZone)
                        .orElse("an unknown zone"),
                instance.state().nameAsString(),
                Optional.ofNullable(instance.launchTime()).orElse(Instant.EPOCH));
    }
}
