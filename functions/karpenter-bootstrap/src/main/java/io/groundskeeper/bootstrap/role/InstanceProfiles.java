package io.groundskeeper.bootstrap.role;

import io.groundskeeper.core.cluster.ClusterId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The instance profiles of the account. */
public interface InstanceProfiles {

    /** One by its name. */
    Optional<InstanceProfile> find(String name);

    /** Those below Karpenter's path for a cluster, and those that a role is in wherever they are. */
    List<InstanceProfile> of(ClusterId cluster, String role);

    /** Creates one without a role. */
    void create(String name, String path, Map<String, String> tags);

    /** Puts a role into one that has none. */
    void add(String profile, String role);

    /** Takes a role out; one that is not in it is as good. */
    void remove(String profile, String role);

    /** Deletes one without roles; one that is gone is as good. */
    void delete(String profile);
}
