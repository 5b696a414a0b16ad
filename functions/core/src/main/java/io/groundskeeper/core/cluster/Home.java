package io.groundskeeper.core.cluster;

/**
 * Where the function runs, which is where the clusters are that it looks after.
 *
 * @param partition aws, aws-cn or aws-us-gov
 * @param account the twelve digits
 */
public record Home(String partition, String region, String account) {

    /** The identity of a cluster of this Region and account. */
    public ClusterId cluster(String name) {
        return new ClusterId(partition, region, account, name);
    }
}
