package io.groundskeeper.bootstrap.identity;

import java.util.Map;
import java.util.Optional;

/** EKS Pod Identity in clusters. */
public interface PodIdentities {

    /** The agent that hands out credentials; empty when it is not installed as an add-on. */
    Optional<Agent> agent(String cluster);

    /** Installs the agent's add-on in EKS's default version. */
    void install(String cluster, Map<String, String> tags);

    /** The association of {@link ServiceAccount}; empty when there is none. */
    Optional<Association> association(String cluster);

    /** Associates {@link ServiceAccount} with a role. */
    void associate(String cluster, String roleArn, Map<String, String> tags);

    /** Gives an association another role. */
    void reassociate(String cluster, String associationId, String roleArn);

    /** The tags of the agent's add-on; empty when it is not installed as an add-on. */
    Optional<Map<String, String>> agentTags(String cluster);

    /** How many associations a cluster has, of any service account. */
    int associations(String cluster);

    /** Deletes an association; one that is gone is as good. */
    void dissociate(String cluster, String associationId);

    /** Deletes the agent's add-on; one that is gone is as good. */
    void uninstall(String cluster);
}
