package io.groundskeeper.bootstrap.removal;

import java.util.Set;

/** What we made for clusters and is still there. */
public interface Leftovers {

    /** The names of the clusters of this Region that anything was made for, whether they still exist or not. */
    Set<String> clusters();
}
