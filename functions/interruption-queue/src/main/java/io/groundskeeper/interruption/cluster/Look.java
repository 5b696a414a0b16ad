package io.groundskeeper.interruption.cluster;

import java.util.Map;

/** What came of a look at a cluster. */
public sealed interface Look {

    /** There is no such cluster. */
    record Absent() implements Look {}

    /** EKS Auto Mode runs its nodes; nothing else was looked at. */
    record AutoMode() implements Look {}

    /** It does not carry our mark and does not let us in. */
    record NotOurs(String why) implements Look {}

    /**
     * It was looked into.
     *
     * @param tags of the EKS cluster; they override settings
     * @param calls the way to look closer and to change it
     */
    record Seen(ClusterSnapshot snapshot, Map<String, String> tags, ClusterCalls calls) implements Look {

        public Seen {
            tags = Map.copyOf(tags);
        }
    }
}
