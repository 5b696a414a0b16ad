package io.groundskeeper.bootstrap.removal;

import io.groundskeeper.bootstrap.cluster.ClusterId;
import java.util.List;

/** The instance profiles of the account. */
public interface InstanceProfiles {

    /** Those below Karpenter's path for a cluster, and those that a role is in wherever they are. */
    List<InstanceProfile> of(ClusterId cluster, String role);

    /** Takes a role out; one that is not in it is as good. */
    void remove(String profile, String role);

    /** Deletes one without roles; one that is gone is as good. */
    void delete(String profile);
}
