package io.groundskeeper.bootstrap.addon;

import java.util.Optional;

/** EKS's add-ons in clusters. */
public interface Addons {

    /** An add-on; empty where EKS does not keep it. */
    Optional<Addon> find(String cluster, String name);

    /**
     * Gives an add-on these configurationValues. What was changed of it in the cluster stays.
     *
     * @throws io.groundskeeper.bootstrap.step.DeclinedException if EKS does not take them for the add-on as it is
     * @throws io.groundskeeper.core.aws.NotYetException while another update of it is under way
     */
    void configure(String cluster, String name, String configuration);
}
