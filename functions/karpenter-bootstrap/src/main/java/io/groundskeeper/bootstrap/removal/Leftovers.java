package io.groundskeeper.bootstrap.removal;

import java.util.Set;

/** Finds clusters of which things that we made are there: those whose deletion nobody told us of are among them. */
@FunctionalInterface
public interface Leftovers {

    /**
     * The names of such clusters of the function's Region, by the tags of what we made.
     *
     * @param living the names of those that EKS has, which are left out: what is theirs is not read
     */
    Set<String> without(Set<String> living);
}
