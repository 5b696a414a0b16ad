package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.cluster.NodeSettings.Architecture;
import io.groundskeeper.bootstrap.nodes.ImageRelease;
import io.groundskeeper.bootstrap.nodes.MachineImages;
import io.groundskeeper.bootstrap.version.KubernetesVersion;
import io.groundskeeper.core.aws.AwsCalls;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Image;
import software.amazon.awssdk.services.ssm.SsmClient;

/** EKS's images, by the public parameters in which it names them: the same that Karpenter reads for an alias. */
public final class SsmImages implements MachineImages {

    private final SsmClient ssm;
    private final Ec2Client ec2;

    /** @param ec2 for the names of images */
    public SsmImages(SsmClient ssm, Ec2Client ec2) {
        this.ssm = ssm;
        this.ec2 = ec2;
    }

    @Override
    public Optional<ImageRelease> recommended(KubernetesVersion kubernetes, Architecture architecture) {
        return parameter(kubernetes, architecture, "recommended")
                .flatMap(this::name)
                .flatMap(ImageRelease::ofImageName);
    }

    @Override
    public boolean isPublished(KubernetesVersion kubernetes, Architecture architecture, ImageRelease release) {
        var image = "amazon-eks-node-al2023-%s-standard-%s-%s"
                .formatted(architecture.ofImages(), kubernetes, release.version());
        return parameter(kubernetes, architecture, image).isPresent();
    }

    private Optional<String> parameter(KubernetesVersion kubernetes, Architecture architecture, String which) {
        var name = "/aws/service/eks/optimized-ami/%s/amazon-linux-2023/%s/standard/%s/image_id"
                .formatted(kubernetes, architecture.ofImages(), which);
        return AwsCalls.find("ssm:GetParameter", Set.of("ParameterNotFound"), () -> ssm.getParameter(r -> r.name(name)))
                .map(answer -> answer.parameter().value());
    }

    private Optional<String> name(String imageId) {
        return AwsCalls.call("ec2:DescribeImages", () -> ec2.describeImages(r -> r.imageIds(imageId))).images().stream()
                .map(Image::name)
                .findFirst();
    }
}
