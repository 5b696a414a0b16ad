package io.groundskeeper.bootstrap.removal;

import java.util.List;

/** The launch templates that Karpenter made, by Karpenter's own tags. */
public interface LaunchTemplates {

    /** Those that were made for a cluster. */
    List<LaunchTemplate> of(String cluster);

    /** Deletes one; one that is gone is as good. */
    void delete(String id);
}
