package io.groundskeeper.tags.exemption;

import java.util.Optional;
import java.util.Set;

/** What is exempt unless EXEMPTIONS says otherwise: what services make, and no person could have tagged. */
enum Standing implements Rule {
    SERVICE_ITSELF("service-itself") {
        @Override
        public Optional<String> reason(Subject subject) {
            return subject.who()
                    .actingService()
                    .map(service -> subject.who().serviceLinked()
                            ? "%s made it itself with its service-linked role, not a person".formatted(service)
                            : "%s made it itself, not a person".formatted(service));
        }
    },

    SERVICE_PARTS("service-parts") {
        @Override
        public Optional<String> reason(Subject subject) {
            return subject.who()
                    .service()
                    .filter(service -> subject.resource().type().equals(INTERFACE) && !FOR_PEOPLE.contains(service))
                    .map("%s made it as a part of what someone asked it for, which is judged by itself"::formatted);
        }
    },

    VPC_CNI("vpc-cni") {
        @Override
        public Optional<String> reason(Subject subject) {
            return Optional.of(subject)
                    .filter(it -> it.resource().type().equals(INTERFACE)
                            && it.tags().containsKey("node.k8s.amazonaws.com/instance_id"))
                    .map(it -> "the VPC CNI of an EKS node made it for the node's pods");
        }
    },

    KARPENTER("karpenter") {
        @Override
        public Optional<String> reason(Subject subject) {
            return KARPENTERS.stream()
                    .filter(subject.tags()::containsKey)
                    .findFirst()
                    .map("Karpenter made it, as its tag %s says: its tags are those of the EC2NodeClass"::formatted);
        }
    };

    private static final String INTERFACE = "AWS::EC2::NetworkInterface";

    /** Services by which people make interfaces that are theirs. */
    private static final Set<String> FOR_PEOPLE =
            Set.of("cloudformation.amazonaws.com", "servicecatalog.amazonaws.com", "ssm.amazonaws.com");

    /** None of these is the discovery tag, which people set on subnets and security groups of their own. */
    private static final Set<String> KARPENTERS = Set.of(
            "karpenter.sh/nodepool",
            "karpenter.sh/nodeclaim",
            "karpenter.sh/provisioner-name",
            "karpenter.k8s.aws/ec2nodeclass",
            "karpenter.k8s.aws/cluster");

    private final String label;

    Standing(String label) {
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }
}
