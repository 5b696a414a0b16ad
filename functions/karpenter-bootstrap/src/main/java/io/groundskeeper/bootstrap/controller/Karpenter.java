package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.bootstrap.version.KarpenterVersion;
import java.util.List;
import java.util.stream.Stream;

/** The names that Karpenter's charts give to things. */
public final class Karpenter {

    /** Chart, release, Deployment and service account. */
    public static final String RELEASE = "karpenter";

    /** The chart and release of its kinds. */
    public static final String CRD_RELEASE = "karpenter-crd";

    /** The label, on what we installed, that says so. */
    static final String MARK = "groundskeeper/managed";

    private static final int CAPACITY_BUFFERS = 14;

    private Karpenter() {}

    /** The definitions in the chart of a version. */
    static List<String> definitions(KarpenterVersion version) {
        var always = Stream.of(
                "ec2nodeclasses.karpenter.k8s.aws",
                "nodeclaims.karpenter.sh",
                "nodeoverlays.karpenter.sh",
                "nodepools.karpenter.sh");
        return version.isAtLeast(CAPACITY_BUFFERS)
                ? Stream.concat(always, Stream.of("capacitybuffers.autoscaling.x-k8s.io"))
                        .toList()
                : always.toList();
    }
}
