package io.groundskeeper.bootstrap.removal;

import java.util.List;

/** Finds what we tagged for discovery. */
@FunctionalInterface
public interface Discoverable {

    /** The ids of the subnets and security groups that carry our tag for a cluster. */
    List<String> of(String cluster);
}
