package io.groundskeeper.interruption.digest;

import java.util.Map;
import java.util.Set;

/**
 * A type of instance that is sold as spot here.
 *
 * @param labels those that Karpenter would give its nodes, as far as {@link #KNOWN} goes; one without a value is absent
 */
public record InstanceType(String name, Map<String, String> labels) {

    /** The label of the type itself. */
    public static final String TYPE = "node.kubernetes.io/instance-type";

    /** The label of the processor's architecture, in Kubernetes' words. */
    public static final String ARCHITECTURE = "kubernetes.io/arch";

    /** What Karpenter's own labels about instances begin with. */
    public static final String PREFIX = "karpenter.k8s.aws/instance-";

    /** The keys of all labels that are derived. */
    public static final Set<String> KNOWN = Set.of(
            TYPE,
            ARCHITECTURE,
            PREFIX + "category",
            PREFIX + "family",
            PREFIX + "generation",
            PREFIX + "size",
            PREFIX + "cpu",
            PREFIX + "cpu-manufacturer",
            PREFIX + "memory",
            PREFIX + "hypervisor",
            PREFIX + "ebs-bandwidth",
            PREFIX + "local-nvme",
            PREFIX + "encryption-in-transit-supported");

    public InstanceType {
        labels = Map.copyOf(labels);
    }
}
