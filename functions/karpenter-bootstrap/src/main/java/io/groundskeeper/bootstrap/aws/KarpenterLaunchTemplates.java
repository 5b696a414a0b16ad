package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.removal.LaunchTemplate;
import io.groundskeeper.bootstrap.removal.LaunchTemplates;
import io.groundskeeper.core.aws.AwsCalls;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.ec2.Ec2Client;

/**
 * Karpenter's launch templates by the EC2 API.
 *
 * @param ec2 of the function's Region
 */
public record KarpenterLaunchTemplates(Ec2Client ec2) implements LaunchTemplates {

    private static final Set<String> ABSENT =
            Set.of("InvalidLaunchTemplateId.NotFound", "InvalidLaunchTemplateName.NotFoundException");

    @Override
    public List<LaunchTemplate> of(String cluster) {
        return AwsCalls.call(
                "ec2:DescribeLaunchTemplates",
                () -> ec2
                        .describeLaunchTemplatesPaginator(r -> r.filters(
                                KarpenterInstances.tag("kubernetes.io/cluster/" + cluster, "owned"),
                                KarpenterInstances.OF_A_NODE_POOL))
                        .launchTemplates()
                        .stream()
                        .map(template -> new LaunchTemplate(
                                template.launchTemplateId(),
                                template.launchTemplateName(),
                                Optional.ofNullable(template.createTime()).orElse(Instant.EPOCH)))
                        .toList());
    }

    @Override
    public void delete(String id) {
        AwsCalls.find("ec2:DeleteLaunchTemplate", ABSENT, () -> ec2.deleteLaunchTemplate(r -> r.launchTemplateId(id)));
    }
}
