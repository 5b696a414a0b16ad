package io.groundskeeper.interruption.watch;

import io.groundskeeper.interruption.cluster.ClusterSnapshot;
import io.groundskeeper.interruption.cluster.Clusters;
import io.groundskeeper.interruption.cluster.Look;
import java.util.Map;

/** Clusters without the way to change them: what a look hands out for that is dropped here. */
final class Eyes {

    /** What was seen. */
    sealed interface Sight {

        /** @param tags of the EKS cluster */
        record Whole(ClusterSnapshot snapshot, Map<String, String> tags) implements Sight {}

        /** EKS Auto Mode runs its nodes. */
        record AutoMode() implements Sight {}

        /** There is no such cluster, or it is none of ours. */
        record Nothing(String why) implements Sight {}
    }

    private final Clusters clusters;

    Eyes(Clusters clusters) {
        this.clusters = clusters;
    }

    Sight look(String region, String name) {
        return switch (clusters.look(region, name)) {
            case Look.Seen(var snapshot, var tags, var calls) -> new Sight.Whole(snapshot, tags);
            case Look.AutoMode() -> new Sight.AutoMode();
            case Look.NotOurs(var why) -> new Sight.Nothing(why);
            case Look.Absent() -> new Sight.Nothing("the cluster does not exist (any more)");
        };
    }
}
