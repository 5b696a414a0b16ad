package io.groundskeeper.bootstrap.network;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import java.util.HashMap;
import java.util.Map;

/** Networks for the length of one run: each is read once, and again only after a tag was set or taken away. */
public final class RememberedNetwork implements Network {

    private final Network network;
    private final Map<String, NetworkState> read = new HashMap<>();

    /** @param network that is asked */
    public RememberedNetwork(Network network) {
        this.network = network;
    }

    @Override
    public NetworkState read(ClusterFacts cluster) {
        return read.computeIfAbsent(cluster.name(), name -> network.read(cluster));
    }

    @Override
    public void tag(String resourceId, Map<String, String> tags) {
        read.clear();
        network.tag(resourceId, tags);
    }

    @Override
    public void untag(String resourceId, Map<String, String> tags) {
        read.clear();
        network.untag(resourceId, tags);
    }
}
