package io.groundskeeper.local.kubernetes;

import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * The cloud as the controllers of a cluster see it. They ask again and again, from a thread of their own and without
 * holding anything of the cluster.
 */
public interface Cloud {

    /** What an EC2NodeClass selects by terms. */
    enum Selected {
        /** Subnets of EC2. */
        SUBNETS,
        /** Security groups of EC2. */
        SECURITY_GROUPS,
        /** Machine images, by alias also. */
        IMAGES
    }

    /** Whether a Fargate profile takes pods with these labels. */
    boolean runsOnFargate(String namespace, JsonNode labels);

    /**
     * The ids of what at least one term selects; a term selects what fits all of its fields.
     *
     * @param terms a list of selector terms as an EC2NodeClass has it
     */
    List<String> find(Selected kind, JsonNode terms);

    /** Whether there is an IAM role of this name. */
    boolean hasRole(String name);

    /** Whether there is an IAM instance profile of this name. */
    boolean hasInstanceProfile(String name);

    /** A cloud with nothing in it. */
    static Cloud empty() {
        return new Cloud() {
            @Override
            public boolean runsOnFargate(String namespace, JsonNode labels) {
                return false;
            }

            @Override
            public List<String> find(Selected kind, JsonNode terms) {
                return List.of();
            }

            @Override
            public boolean hasRole(String name) {
                return false;
            }

            @Override
            public boolean hasInstanceProfile(String name) {
                return false;
            }
        };
    }
}
