package io.groundskeeper.core.cluster;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The names of what is made for a cluster; each fits its limit for every legal cluster name. Roles are global in an
 * account and clusters regional, so that a role's name always ends with eight hexadecimal digits of the SHA-256 of
 * partition, Region, account and cluster. Rules do the same since their limit is as short. Queues are regional and get
 * the digits only where the cluster's name would not fit.
 *
 * @param id the cluster
 */
public record Names(ClusterId id) {

    private static final int ROLE = 64;
    private static final int QUEUE = 80;
    private static final int RULE = 64;
    private static final int INSTANCE_PROFILE = 128;
    private static final int DIGITS = 8;

    /** The role of the nodes that Karpenter starts. */
    public String nodeRole() {
        return hashed("KarpenterNodeRole-", "", ROLE);
    }

    /** The instance profile of those nodes, where Karpenter makes none. */
    public String nodeProfile() {
        return hashed("KarpenterNodeProfile-", "", INSTANCE_PROFILE);
    }

    /** The role of Karpenter itself. */
    public String controllerRole() {
        return hashed("KarpenterControllerRole-", "", ROLE);
    }

    /** The queue that tells Karpenter of interruptions. */
    public String queue() {
        var plain = "Karpenter-" + id.name();
        return plain.length() <= QUEUE ? plain : hashed("Karpenter-", "", QUEUE);
    }

    /** The rule for EC2's events. */
    public String ec2Rule() {
        return hashed("Karpenter-", "-ec2", RULE);
    }

    /** The rule for AWS Health's events. */
    public String healthRule() {
        return hashed("Karpenter-", "-health", RULE);
    }

    /** @param path of the role, with a slash at both ends */
    public String roleArn(String path, String role) {
        return "arn:%s:iam::%s:role%s%s".formatted(id.partition(), id.account(), path, role);
    }

    /** @param path of the profile, with a slash at both ends */
    public String instanceProfileArn(String path, String profile) {
        return "arn:%s:iam::%s:instance-profile%s%s".formatted(id.partition(), id.account(), path, profile);
    }

    /** The ARN by which aws-auth knows a role: without its path. */
    public String mappedArn(String role) {
        return roleArn("/", role);
    }

    /** The queue's ARN. */
    public String queueArn() {
        return "arn:%s:sqs:%s:%s:%s".formatted(id.partition(), id.region(), id.account(), queue());
    }

    /** The ARN of one of the rules. */
    public String ruleArn(String rule) {
        return "arn:%s:events:%s:%s:rule/%s".formatted(id.partition(), id.region(), id.account(), rule);
    }

    private String hashed(String prefix, String suffix, int limit) {
        int room = limit - prefix.length() - suffix.length() - DIGITS - 1;
        var name = id.name();
        return prefix + name.substring(0, Math.min(room, name.length())) + "-" + digits() + suffix;
    }

    private String digits() {
        try {
            var sha256 = MessageDigest.getInstance("SHA-256");
            var text = String.join("\n", id.partition(), id.region(), id.account(), id.name());
            return HexFormat.of()
                    .formatHex(sha256.digest(text.getBytes(StandardCharsets.UTF_8)))
                    .substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java runtime has SHA-256", e);
        }
    }
}
