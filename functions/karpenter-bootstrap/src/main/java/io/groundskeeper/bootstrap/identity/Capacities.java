package io.groundskeeper.bootstrap.identity;

/** What clusters have to run pods on. */
@FunctionalInterface
public interface Capacities {

    /** A cluster's, without what failed or goes. */
    Capacity of(String cluster);
}
