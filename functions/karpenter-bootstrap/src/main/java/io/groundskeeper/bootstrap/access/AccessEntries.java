package io.groundskeeper.bootstrap.access;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The access entries of clusters. A cluster that goes by its ConfigMap only refuses all of it but the last. */
public interface AccessEntries {

    /** A principal's entry; empty when it has none. */
    Optional<AccessEntry> find(String cluster, String principalArn);

    /** The ARNs of the policies that an entry has for the whole cluster. */
    Set<String> policies(String cluster, String principalArn);

    /** Creates an entry. */
    void create(String cluster, DesiredEntry entry, Map<String, String> tags);

    /** Sets an entry's groups. */
    void group(String cluster, String principalArn, List<String> groups);

    /** Adds tags to an entry. */
    void tag(String entryArn, Map<String, String> tags);

    /** Gives an entry a policy for the whole cluster. */
    void associate(String cluster, String principalArn, String policyArn);

    /** Deletes an entry with its policies; one that is gone is as good. */
    void delete(String cluster, String principalArn);

    /** Starts to make a cluster take access entries beside its ConfigMap. */
    void switchMode(String cluster);
}
