package io.groundskeeper.bootstrap.removal;

import java.util.List;

/** The EC2 instances of the function's Region that Karpenter started, by Karpenter's own tags. */
public interface Instances {

    /** Those that were started for a cluster, until EC2 forgets them. */
    List<Instance> of(String cluster);

    /** Terminates one; one that is gone is as good. */
    void terminate(String id);
}
