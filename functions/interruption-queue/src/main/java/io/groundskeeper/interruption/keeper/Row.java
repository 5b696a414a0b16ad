package io.groundskeeper.interruption.keeper;

/**
 * One thing that was looked at.
 *
 * @param resource the ARN of a queue, a rule or the cluster
 * @param difference what is and what should be; null when it is in order
 * @param owner who made it
 * @param changedBy who changed it, as far as an event told; null otherwise
 */
record Row(String cluster, String resource, String difference, String owner, String changedBy, Outcome outcome) {

    Row changedBy(String who) {
        return new Row(cluster, resource, difference, owner, who, outcome);
    }
}
