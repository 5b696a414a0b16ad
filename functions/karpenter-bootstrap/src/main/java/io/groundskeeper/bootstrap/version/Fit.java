package io.groundskeeper.bootstrap.version;

/** Whether a release of Karpenter fits a cluster's Kubernetes. */
public sealed interface Fit {

    /** It does. */
    record Fits() implements Fit {}

    /** It does not, and another does. */
    record Unfit(String reason) implements Fit {}

    /** Nothing is known about this Kubernetes: what is there is left as it is. */
    record Unknown(String reason) implements Fit {}
}
