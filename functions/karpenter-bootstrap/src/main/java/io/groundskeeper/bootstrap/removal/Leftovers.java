package io.groundskeeper.bootstrap.removal;

import java.util.Set;

/** What we made for clusters and is still there. */
public interface Leftovers {

    /** The names of clusters of this Region that anything was made for: at least all those that are gone. */
    Set<String> clusters();
}
