package io.groundskeeper.bootstrap.readiness;

import io.groundskeeper.bootstrap.controller.Conditioned.Condition;
import java.util.Optional;

/** Says in words what is probably behind a condition of Karpenter's objects, and where to look. */
final class LikelyCause {

    private LikelyCause() {}

    static Optional<String> of(Condition condition) {
        return byMessage(condition.message()).or(() -> byReason(condition.reason()));
    }

    private static Optional<String> byReason(String reason) {
        if (reason.endsWith("AuthCheckFailed")) {
            return Optional.of(
                    "Karpenter may not start instances: a service control policy, a permissions boundary or a KMS key's policy denies it, since the controller's role allows it");
        }
        return Optional.ofNullable(
                switch (reason) {
                    case "SubnetsNotFound" ->
                        "No subnet has the tag karpenter.sh/discovery or an id that the EC2NodeClass selects: see step network";
                    case "SecurityGroupsNotFound" ->
                        "No security group has the tag karpenter.sh/discovery or the id that the EC2NodeClass selects: see step network";
                    case "AMINotFound", "AMIsNotFound" ->
                        "The image that the EC2NodeClass selects is not published for the cluster's Kubernetes version or not in this Region; give another alias, or invoke with amiRefresh";
                    case "NodeRoleNotFound", "RoleNotFound" ->
                        "The role that the EC2NodeClass names does not exist in this account: see step node-role";
                    case "NodeRoleAuthFailure",
                            "InstanceProfileCreateFailed",
                            "InstanceProfileNotFound",
                            "InstanceProfileNotReady" ->
                        "Karpenter cannot make or use the nodes' instance profile: see steps node-role and controller-role, and in a VPC without a way to IAM set ISOLATED_VPC";
                    case "ClusterCIDRResolutionFailed" ->
                        "Karpenter cannot read the cluster (eks:DescribeCluster): see step controller-role, and whether its pods reach the EKS endpoint";
                    case "DependenciesNotReady" -> "It waits for its other conditions";
                    case "NodeClassNotFound", "NodeClassNotReady" ->
                        "The EC2NodeClass that the NodePool refers to is not ready";
                    default -> null;
                });
    }

    private static Optional<String> byMessage(String message) {
        if (message.contains("OpenIDConnect") || message.contains("AssumeRoleWithWebIdentity")) {
            return Optional.of(
                    "The account has no OpenID Connect provider for the cluster's issuer, or the controller's role does not trust it: see steps identity and controller-role");
        }
        if (message.contains("NoCredentialProviders")
                || message.contains("EKS Pod Identity")
                || message.contains("get credentials")) {
            return Optional.of(
                    "The controller gets no credentials: the add-on eks-pod-identity-agent does not run on its nodes, or they do not reach the eks-auth endpoint");
        }
        if (message.contains("KMS") || message.contains("kms:")) {
            return Optional.of(
                    "The KMS key of the account's volumes does not let Karpenter's nodes use it: see its policy");
        }
        return Optional.empty();
    }
}
