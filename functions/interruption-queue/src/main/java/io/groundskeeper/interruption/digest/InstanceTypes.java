package io.groundskeeper.interruption.digest;

import java.util.List;

/** The types of instances of this Region. */
public interface InstanceTypes {

    /**
     * Those that Karpenter can start as spot.
     *
     * @throws RuntimeException if they cannot be read
     */
    List<InstanceType> spot();
}
