package io.groundskeeper.local.kubernetes;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** How many replicas of a Deployment the cluster would run. Nodes have room for everything. */
final class Scheduling {
    private static final String HOST = "kubernetes.io/hostname";

    private final Storage storage;
    private final Cloud cloud;

    Scheduling(Storage storage, Cloud cloud) {
        this.storage = storage;
        this.cloud = cloud;
    }

    int running(ObjectNode deployment) {
        JsonNode template = deployment.path("spec").path("template");
        NodeFit fit = new NodeFit(template.path("spec"));
        int wanted = replicas(deployment);
        if (onFargate(deployment, template, fit)) {
            return wanted;
        }
        int nodes = storage.view("nodes", null, fit::fits).size();
        boolean oneEach = template.at("/spec/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution")
                .valueStream()
                .anyMatch(term -> term.path("topologyKey").asString("").equals(HOST));
        return nodes == 0 || oneEach ? Math.min(nodes, wanted) : wanted;
    }

    /** Each pod there has a machine of its own, which carries these labels and no node group's. */
    private boolean onFargate(ObjectNode deployment, JsonNode template, NodeFit fit) {
        ObjectNode machine = Documents.object().put("eks.amazonaws.com/compute-type", "fargate");
        return fit.matches(machine, "fargate")
                && cloud.runsOnFargate(
                        Metadata.of(deployment).namespace(),
                        Metadata.of(template).labels());
    }

    static int replicas(JsonNode deployment) {
        return deployment.path("spec").path("replicas").asInt(1);
    }

    /** A share is rounded down, as Kubernetes does. */
    static int maxUnavailable(JsonNode deployment) {
        JsonNode strategy = deployment.path("spec").path("strategy");
        if (strategy.path("type").asString("").equals("Recreate")) {
            return 0;
        }
        JsonNode most = strategy.path("rollingUpdate").path("maxUnavailable");
        int replicas = replicas(deployment);
        String text = most.asString("0");
        boolean share = text.matches("\\d{1,3}%");
        int count = share ? replicas * Integer.parseInt(text.replace("%", "")) / 100 : most.asInt(0);
        return Math.min(count, replicas);
    }
}
