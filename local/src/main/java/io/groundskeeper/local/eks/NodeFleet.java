package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.kubernetes.ObjectStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * The machines and nodes of managed node groups: as many of each group as its desiredSize says once it is ACTIVE, none
 * when it goes. A node that someone deletes does not come back. Guarded by Clusters.
 */
final class NodeFleet {
    private static final Logger LOG = System.getLogger(NodeFleet.class.getName());

    private final Surroundings surroundings;
    private final Map<String, List<Machine>> machines = new HashMap<>();
    private final Set<String> failed = new HashSet<>();

    NodeFleet(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** Starts what a cluster's groups lack and ends what they have too much. */
    void reconcile(Cluster cluster) {
        var groups = cluster.parts(Kind.NODEGROUP).values();
        groups.forEach(group -> reconcile(cluster, group));
        var arns = groups.stream().map(EksResource::arn).toList();
        var gone = machines.keySet().stream()
                .filter(arn -> arn.contains(":nodegroup/" + cluster.name() + "/") && !arns.contains(arn))
                .toList();
        gone.forEach(arn -> end(cluster, machines.remove(arn)));
    }

    private void reconcile(Cluster cluster, EksResource group) {
        var there = machines.computeIfAbsent(group.arn(), arn -> new ArrayList<>());
        int wanted = wanted(group, there.size());
        if (there.size() > wanted) {
            var last = there.subList(wanted, there.size());
            end(cluster, last);
            last.clear();
        }
        if (there.size() < wanted && !failed.contains(group.arn() + wanted)) {
            try {
                start(cluster, group, there, wanted);
            } catch (SdkException e) {
                // As an Auto Scaling group without capacity: its node group stays, without nodes.
                failed.add(group.arn() + wanted);
                LOG.log(Level.WARNING, () -> "The machines of " + group.arn() + " cannot be started", e);
            }
        }
    }

    private static int wanted(EksResource group, int there) {
        return switch (group.status()) {
            case "ACTIVE" -> group.body().at("/scalingConfig/desiredSize").asInt();
            case "DELETING" -> 0;
            default -> there;
        };
    }

    private void start(Cluster cluster, EksResource group, List<Machine> there, int wanted) {
        var subnets = EksCall.texts(group.body().path("subnets"));
        String name = Json.text(group.body(), "nodegroupName");
        while (there.size() < wanted) {
            String subnet = subnets.get(there.size() % subnets.size());
            var wish = new Machine.Wish(type(group), subnet, cluster.name(), name);
            var machine = surroundings.start(cluster.scope(), wish);
            there.add(machine);
            cluster.api()
                    .objects()
                    .put(GroupNode.of(machine, group.body(), cluster.scope().region()));
        }
    }

    private static String type(EksResource group) {
        boolean arm = group.body().path("amiType").asString("").contains("ARM");
        return group.body().path("instanceTypes").path(0).asString(arm ? "t4g.medium" : "t3.medium");
    }

    private void end(Cluster cluster, List<Machine> doomed) {
        if (doomed.isEmpty()) {
            return;
        }
        ObjectStore objects = cluster.api().objects();
        doomed.forEach(machine -> objects.delete("v1", "Node", "", machine.name()));
        try {
            surroundings.end(cluster.scope(), doomed.stream().map(Machine::id).toList());
        } catch (SdkException e) {
            LOG.log(Level.WARNING, () -> "Machines of " + cluster.name() + " were not ended: " + doomed, e);
        }
    }
}
