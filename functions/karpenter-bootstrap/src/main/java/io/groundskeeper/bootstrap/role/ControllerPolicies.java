package io.groundskeeper.bootstrap.role;

import static io.groundskeeper.bootstrap.policy.Statement.allow;

import io.groundskeeper.bootstrap.policy.Statement;
import io.groundskeeper.bootstrap.version.KarpenterVersion;
import io.groundskeeper.core.cluster.ClusterId;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * What Karpenter may do: the statements of the wanted version's own CloudFormation template, in one
 * inline policy: it takes one call to read where upstream's six take seven. A role's inline policies may have 10,240
 * characters; it stays below for every legal cluster name, where a managed policy of 6,144 would not hold them.
 *
 * @param nodeRoleArn the only role that it may pass on
 * @param queueArn of its interruption queue
 * @param version the wanted one, 1.9 or newer
 */
record ControllerPolicies(ClusterId cluster, String nodeRoleArn, String queueArn, KarpenterVersion version) {

    /** The six of upstream's template, which earlier versions of us put one by one. */
    static final List<String> OBSOLETE = List.of(
            "KarpenterControllerNodeLifecyclePolicy",
            "KarpenterControllerIAMIntegrationPolicy",
            "KarpenterControllerEKSIntegrationPolicy",
            "KarpenterControllerInterruptionPolicy",
            "KarpenterControllerZonalShiftPolicy",
            "KarpenterControllerResourceDiscoveryPolicy");

    private static final String NAME = "KarpenterControllerPolicy";

    /** What of the role is looked at. */
    static final RoleParts PARTS = new RoleParts(false, List.of(NAME), OBSOLETE);

    private static final int PLACEMENT_GROUPS = 11;
    private static final int INSTANCE_STATUS = 12;
    private static final int ZONAL_SHIFT = 12;

    private static final String EQUALS = "StringEquals";
    private static final String LIKE = "StringLike";
    private static final String CLUSTER_NAME = "eks:eks-cluster-name";
    private static final String NODE_POOL = "karpenter.sh/nodepool";
    private static final String NODE_CLASS = "karpenter.k8s.aws/ec2nodeclass";
    private static final String REGION = "topology.kubernetes.io/region";
    private static final String REQUEST = "aws:RequestTag/";
    private static final String RESOURCE = "aws:ResourceTag/";

    /** The one policy, by its name. */
    Map<String, JsonNode> documents() {
        return Map.of(
                NAME,
                Statement.document(Stream.of(
                                nodeLifecycle(),
                                iamIntegration(),
                                eksIntegration(),
                                interruption(),
                                version.isAtLeast(ZONAL_SHIFT) ? zonalShift() : List.<Statement>of(),
                                resourceDiscovery())
                        .flatMap(List::stream)
                        .toList()));
    }

    private List<Statement> nodeLifecycle() {
        var created =
                ec2("fleet", "instance", "volume", "network-interface", "launch-template", "spot-instances-request");
        return List.of(
                allow(
                        "AllowScopedEC2InstanceAccessActions",
                        List.of("ec2:RunInstances", "ec2:CreateFleet"),
                        launched()),
                ownedByPool(allow(
                        "AllowScopedEC2LaunchTemplateAccessActions",
                        List.of("ec2:RunInstances", "ec2:CreateFleet"),
                        ec2("launch-template"))),
                requestedForPool(allow(
                        "AllowScopedEC2InstanceActionsWithTags",
                        List.of("ec2:RunInstances", "ec2:CreateFleet", "ec2:CreateLaunchTemplate"),
                        created)),
                requestedForPool(allow("AllowScopedResourceCreationTagging", List.of("ec2:CreateTags"), created))
                        .when(EQUALS, "ec2:CreateAction", "RunInstances", "CreateFleet", "CreateLaunchTemplate"),
                ownedByPool(allow("AllowScopedResourceTagging", List.of("ec2:CreateTags"), ec2("instance")))
                        .when("StringEqualsIfExists", REQUEST + CLUSTER_NAME, cluster.name())
                        .when(
                                "ForAllValues:StringEquals",
                                "aws:TagKeys",
                                CLUSTER_NAME,
                                "karpenter.sh/nodeclaim",
                                "Name"),
                ownedByPool(allow(
                        "AllowScopedDeletion",
                        List.of("ec2:TerminateInstances", "ec2:DeleteLaunchTemplate"),
                        ec2("instance", "launch-template"))));
    }

    private List<Statement> iamIntegration() {
        var profiles = List.of("arn:%s:iam::%s:instance-profile/*".formatted(cluster.partition(), cluster.account()));
        return List.of(
                // Both forms, in every partition: China's EC2 is named by either.
                allow("AllowPassingInstanceRole", List.of("iam:PassRole"), List.of(nodeRoleArn))
                        .when(EQUALS, "iam:PassedToService", "ec2.amazonaws.com", "ec2.amazonaws.com.cn"),
                requestedForClass(allow(
                        "AllowScopedInstanceProfileCreationActions", List.of("iam:CreateInstanceProfile"), profiles)),
                requestedForClass(ownedByClass(
                        allow("AllowScopedInstanceProfileTagActions", List.of("iam:TagInstanceProfile"), profiles))),
                ownedByClass(allow(
                        "AllowScopedInstanceProfileActions",
                        List.of(
                                "iam:AddRoleToInstanceProfile",
                                "iam:RemoveRoleFromInstanceProfile",
                                "iam:DeleteInstanceProfile"),
                        profiles)));
    }

    private List<Statement> eksIntegration() {
        return List.of(
                allow("AllowAPIServerEndpointDiscovery", List.of("eks:DescribeCluster"), List.of(cluster.arn())));
    }

    private List<Statement> interruption() {
        return List.of(allow(
                "AllowInterruptionQueueActions",
                List.of("sqs:DeleteMessage", "sqs:GetQueueUrl", "sqs:ReceiveMessage"),
                List.of(queueArn)));
    }

    private List<Statement> zonalShift() {
        return List.of(
                allow("AllowZonalShiftStatusReadOnly", List.of("arc-zonal-shift:GetManagedResource"), List.of("*"))
                        .when(EQUALS, "arc-zonal-shift:ResourceIdentifier", cluster.arn()));
    }

    private List<Statement> resourceDiscovery() {
        var any = List.of("*");
        return List.of(
                allow("AllowRegionalReadActions", ec2Reads(), any)
                        .when(EQUALS, "aws:RequestedRegion", cluster.region()),
                allow(
                        "AllowSSMReadActions",
                        List.of("ssm:GetParameter"),
                        List.of("arn:%s:ssm:%s::parameter/aws/service/*"
                                .formatted(cluster.partition(), cluster.region()))),
                allow("AllowPricingReadActions", List.of("pricing:GetProducts"), any),
                allow("AllowUnscopedInstanceProfileListAction", List.of("iam:ListInstanceProfiles"), any),
                allow(
                        "AllowInstanceProfileReadActions",
                        List.of("iam:GetInstanceProfile"),
                        List.of("arn:%s:iam::%s:instance-profile/*"
                                .formatted(cluster.partition(), cluster.account()))));
    }

    private List<String> ec2Reads() {
        return Stream.of(
                        "CapacityReservations",
                        "Images",
                        "Instances",
                        "InstanceStatus",
                        "InstanceTypeOfferings",
                        "InstanceTypes",
                        "LaunchTemplates",
                        "PlacementGroups",
                        "SecurityGroups",
                        "SpotPriceHistory",
                        "Subnets")
                .filter(what -> !what.equals("PlacementGroups") || version.isAtLeast(PLACEMENT_GROUPS))
                .filter(what -> !what.equals("InstanceStatus") || version.isAtLeast(INSTANCE_STATUS))
                .map(what -> "ec2:Describe" + what)
                .toList();
    }

    private List<String> launched() {
        // Images and snapshots may be another account's: their ARNs have none.
        var shared = Stream.of("image", "snapshot")
                .map(type -> "arn:%s:ec2:%s::%s/*".formatted(cluster.partition(), cluster.region(), type));
        var own = ec2("security-group", "subnet", "capacity-reservation");
        var since = version.isAtLeast(PLACEMENT_GROUPS) ? ec2("placement-group") : List.<String>of();
        return Stream.of(shared, own.stream(), since.stream())
                .flatMap(arns -> arns)
                .toList();
    }

    private List<String> ec2(String... types) {
        return Stream.of(types)
                .map(type -> "arn:%s:ec2:%s:*:%s/*".formatted(cluster.partition(), cluster.region(), type))
                .toList();
    }

    private String owned() {
        return "kubernetes.io/cluster/" + cluster.name();
    }

    private Statement ownedByPool(Statement statement) {
        return statement.when(EQUALS, RESOURCE + owned(), "owned").when(LIKE, RESOURCE + NODE_POOL, "*");
    }

    private Statement requestedForPool(Statement statement) {
        return statement
                .when(EQUALS, REQUEST + owned(), "owned")
                .when(EQUALS, REQUEST + CLUSTER_NAME, cluster.name())
                .when(LIKE, REQUEST + NODE_POOL, "*");
    }

    private Statement ownedByClass(Statement statement) {
        return statement
                .when(EQUALS, RESOURCE + owned(), "owned")
                .when(EQUALS, RESOURCE + REGION, cluster.region())
                .when(LIKE, RESOURCE + NODE_CLASS, "*");
    }

    private Statement requestedForClass(Statement statement) {
        return statement
                .when(EQUALS, REQUEST + owned(), "owned")
                .when(EQUALS, REQUEST + CLUSTER_NAME, cluster.name())
                .when(EQUALS, REQUEST + REGION, cluster.region())
                .when(LIKE, REQUEST + NODE_CLASS, "*");
    }
}
