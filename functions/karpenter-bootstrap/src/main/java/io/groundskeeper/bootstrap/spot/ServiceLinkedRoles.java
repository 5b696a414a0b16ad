package io.groundskeeper.bootstrap.spot;

/** The role by which EC2 Spot works in the account. */
public interface ServiceLinkedRoles {

    /** Whether there is one. */
    boolean hasSpot();

    /** Creates it; one that was created meanwhile is as good. */
    void createSpot();
}
