package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.AwsException;
import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.kubernetes.Cloud;
import java.util.List;

/** What EKS asks of the rest of AWS. */
interface Surroundings {
    /**
     * The VPC of subnets.
     *
     * @throws AwsException InvalidParameterException when one does not exist or they lie in several VPCs
     */
    String vpcOf(Scope caller, List<String> subnetIds);

    /** Whether a subnet's route table leads to an internet gateway. */
    boolean isPublic(Scope caller, String subnetId);

    /** Creates the security group of a cluster and returns its id. */
    String createSecurityGroup(Scope caller, String cluster, String vpcId);

    /** Deletes a security group, unless something still uses it. */
    void deleteSecurityGroup(Scope caller, String groupId);

    /** What a cluster's Karpenter finds of subnets, groups, images, roles and profiles; Fargate is not its concern. */
    Cloud cloud(Scope caller, String cluster, String kubernetesVersion);

    /** Starts a machine of a node group. */
    Machine start(Scope caller, Machine.Wish wish);

    /** Terminates machines. */
    void end(Scope caller, List<String> instanceIds);

    /** Whether there is an IAM role of this ARN. */
    boolean roleExists(Scope caller, String roleArn);
}
