package io.groundskeeper.bootstrap.controller;

/** Decides which name server the controller's pods ask. */
final class NameServer {

    private static final String OF_CLUSTER = "ClusterFirst";
    private static final String OF_NODE = "Default";

    private NameServer() {}

    /**
     * The pods' dnsPolicy: the node's own server where CoreDNS may itself wait for the nodes that Karpenter is to start,
     * that is on Fargate, and where none of CoreDNS runs at the first installation. It then stays, so that pods are not
     * started anew for it.
     */
    static String policy(Situation situation, Placement placement) {
        if (placement instanceof Placement.OnFargate) {
            return OF_NODE;
        }
        return situation
                .release()
                .map(release -> release.values().path("dnsPolicy").asString(OF_CLUSTER))
                .map(policy -> policy.equals(OF_NODE) && !cameFromFargate(situation) ? OF_NODE : OF_CLUSTER)
                .orElseGet(() -> situation
                                .workload("kube-system", "coredns")
                                .filter(coreDns -> coreDns.readyReplicas() == 0)
                                .isPresent()
                        ? OF_NODE
                        : OF_CLUSTER);
    }

    private static boolean cameFromFargate(Situation situation) {
        return situation.release().stream()
                .anyMatch(release -> release.values().path("serviceAccount").has("annotations"));
    }
}
