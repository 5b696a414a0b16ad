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

    /**
     * An EC2NodeClass for which Karpenter makes things.
     *
     * @param name its name
     * @param uid its uid, which tells it from one of the same name that was there before
     */
    record NodeClass(String name, String uid) {
        static NodeClass of(JsonNode object) {
            return new NodeClass(Metadata.of(object).name(), Metadata.of(object).uid());
        }
    }

    /** Sees to it that an EC2NodeClass has an instance profile with this role, which is there; the profile's name. */
    String instanceProfile(NodeClass nodeClass, String role);

    /** Deletes the instance profiles and launch templates of an EC2NodeClass. */
    void forget(NodeClass nodeClass);

    /** Terminates an instance; none of that id is no error. */
    void terminate(String instanceId);

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

            @Override
            public String instanceProfile(NodeClass nodeClass, String role) {
                throw new IllegalStateException("There is no role " + role);
            }

            @Override
            public void forget(NodeClass nodeClass) {
                // Nothing is ever made here.
            }

            @Override
            public void terminate(String instanceId) {
                // Nothing ever runs here.
            }
        };
    }
}
