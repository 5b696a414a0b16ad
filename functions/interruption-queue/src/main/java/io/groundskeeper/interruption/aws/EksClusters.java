package io.groundskeeper.interruption.aws;

import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import io.groundskeeper.interruption.kubernetes.SnapshotReader;
import io.groundskeeper.interruption.watch.ClusterSnapshot;
import io.groundskeeper.interruption.watch.ClusterSnapshot.Controller;
import io.groundskeeper.interruption.watch.ClusterSnapshot.State;
import io.groundskeeper.interruption.watch.Clusters;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eks.model.Cluster;
import software.amazon.awssdk.services.eks.model.ResourceNotFoundException;

/** Clusters of EKS: described by AWS, then looked into through their API server. Safe for use by several threads. */
public final class EksClusters implements Clusters {

    private final Function<Region, EksClient> eks;
    private final KubernetesAccess kubernetes;
    private final SnapshotReader reader;
    private final Map<Region, EksClient> clients = new ConcurrentHashMap<>();

    /** @param clock the time of day, to tell whether a lease is fresh */
    public EksClusters(AwsClients clients, KubernetesAccess kubernetes, Clock clock) {
        this(region -> clients.build(EksClient.builder(), region), kubernetes, clock);
    }

    /** @param eks a client for a Region, made once for each */
    public EksClusters(Function<Region, EksClient> eks, KubernetesAccess kubernetes, Clock clock) {
        this.eks = eks;
        this.kubernetes = kubernetes;
        this.reader = new SnapshotReader(clock);
    }

    @Override
    public Optional<ClusterSnapshot> look(String region, String name) {
        return describe(Region.of(region), name).map(this::look);
    }

    private Optional<Cluster> describe(Region region, String name) {
        try {
            var client = clients.computeIfAbsent(region, eks);
            return Optional.of(client.describeCluster(r -> r.name(name)).cluster());
        } catch (ResourceNotFoundException e) {
            return Optional.empty();
        }
    }

    private ClusterSnapshot look(Cluster cluster) {
        var compute = cluster.computeConfig();
        if (compute != null && Boolean.TRUE.equals(compute.enabled())) {
            return new ClusterSnapshot(true, List.of(), List.of(), new Controller(State.UNKNOWN, "EKS Auto Mode"));
        }
        return kubernetes.in(ClusterEndpoint.of(cluster), reader::read);
    }
}
