package io.groundskeeper.interruption.aws;

import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.cluster.Tags;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import io.groundskeeper.core.kubernetes.KubernetesUnavailableException;
import io.groundskeeper.interruption.cluster.Clusters;
import io.groundskeeper.interruption.cluster.Look;
import io.groundskeeper.interruption.kubernetes.ApiCalls;
import io.groundskeeper.interruption.kubernetes.SnapshotReader;
import java.time.Clock;
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
    public Look look(String region, String name) {
        return describe(Region.of(region), name).map(this::look).orElseGet(Look.Absent::new);
    }

    private Optional<Cluster> describe(Region region, String name) {
        try {
            var client = clients.computeIfAbsent(region, eks);
            return Optional.of(client.describeCluster(r -> r.name(name)).cluster());
        } catch (ResourceNotFoundException e) {
            return Optional.empty();
        }
    }

    private Look look(Cluster cluster) {
        var compute = cluster.computeConfig();
        if (compute != null && Boolean.TRUE.equals(compute.enabled())) {
            return new Look.AutoMode();
        }
        try {
            var endpoint = ClusterEndpoint.of(cluster);
            return new Look.Seen(
                    kubernetes.in(endpoint, reader::read), cluster.tags(), new ApiCalls(kubernetes, endpoint));
        } catch (KubernetesUnavailableException e) {
            if (isOurs(cluster) || !refusesUs(e)) {
                throw e;
            }
            return new Look.NotOurs(
                    "not one of ours: the cluster lacks the tag %s, and does not let us in".formatted(Tags.MARK));
        }
    }

    private static boolean isOurs(Cluster cluster) {
        return cluster.tags().containsKey(Tags.MARK);
    }

    private static boolean refusesUs(KubernetesUnavailableException e) {
        return switch (e.reason()) {
            case UNAUTHORIZED, FORBIDDEN -> true;
            case NOT_READY, UNREACHABLE -> false;
        };
    }
}
