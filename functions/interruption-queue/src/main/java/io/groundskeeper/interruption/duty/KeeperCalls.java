package io.groundskeeper.interruption.duty;

/** How one duty asks for a look at a cluster's interruption queue. */
public interface KeeperCalls {

    /** Nobody is asked. */
    KeeperCalls NONE = cluster -> {};

    /**
     * Asks that the queue and the rules of a cluster be looked at soon: a living Karpenter heard no warning.
     *
     * @param cluster its name
     * @throws RuntimeException if nobody could be asked; the warning itself was handled all the same
     */
    void lookAt(String cluster);
}
