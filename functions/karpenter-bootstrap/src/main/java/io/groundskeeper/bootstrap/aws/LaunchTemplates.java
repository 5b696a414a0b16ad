package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.core.aws.AwsCalls;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.DescribeLaunchTemplateVersionsRequest;
import software.amazon.awssdk.services.ec2.model.ResponseLaunchTemplateData;
import software.amazon.awssdk.services.eks.model.LaunchTemplateSpecification;

/** Reads the security groups out of node groups' launch templates. */
record LaunchTemplates(Ec2Client ec2) {

    private static final Set<String> ABSENT = Set.of(
            "InvalidLaunchTemplateId.NotFound",
            "InvalidLaunchTemplateId.VersionNotFound",
            "InvalidLaunchTemplateName.NotFoundException");

    /** Those of the version that the node group uses; none when it names none, or when it was deleted. */
    Set<String> securityGroups(LaunchTemplateSpecification template) {
        var request = DescribeLaunchTemplateVersionsRequest.builder()
                .launchTemplateId(template.id())
                .launchTemplateName(template.id() == null ? template.name() : null)
                .versions(template.version() == null ? "$Default" : template.version())
                .build();
        return AwsCalls.find(
                        "ec2:DescribeLaunchTemplateVersions",
                        ABSENT,
                        () -> ec2.describeLaunchTemplateVersions(request).launchTemplateVersions())
                .orElse(List.of())
                .stream()
                .flatMap(version -> groups(version.launchTemplateData()))
                .collect(Collectors.toSet());
    }

    private static Stream<String> groups(ResponseLaunchTemplateData data) {
        var ofInterfaces =
                data.networkInterfaces().stream().flatMap(networkInterface -> networkInterface.groups().stream());
        return Stream.concat(data.securityGroupIds().stream(), ofInterfaces);
    }
}
