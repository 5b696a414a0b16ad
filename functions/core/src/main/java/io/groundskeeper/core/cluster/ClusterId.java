package io.groundskeeper.core.cluster;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which cluster of all that there are.
 *
 * @param partition aws, aws-cn or aws-us-gov
 * @param account the twelve digits
 * @param name unique in Region and account; at most 100 characters
 */
public record ClusterId(String partition, String region, String account, String name) {

    private static final Pattern NAME = Pattern.compile("[0-9A-Za-z][0-9A-Za-z_-]{0,99}");
    private static final Pattern ARN =
            Pattern.compile("arn:([a-z-]+):eks:([a-z0-9-]+):([0-9]{12}):cluster/(" + NAME.pattern() + ")");

    /** Reads a cluster's ARN; empty when it is the ARN of something else. */
    public static Optional<ClusterId> ofArn(String arn) {
        var matcher = ARN.matcher(arn);
        return matcher.matches()
                ? Optional.of(new ClusterId(matcher.group(1), matcher.group(2), matcher.group(3), matcher.group(4)))
                : Optional.empty();
    }

    /** Whether EKS allows {@code name} for a cluster. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** Its ARN. */
    public String arn() {
        return "arn:%s:eks:%s:%s:cluster/%s".formatted(partition, region, account, name);
    }
}
