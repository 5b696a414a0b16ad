package io.groundskeeper.core.interruption;

import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.cluster.Tags;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who made a queue or a rule and will make it again as it was, by its tags.
 *
 * @param name of the stack, where there is one
 * @param cluster that it was made for, where a tag says so
 */
public record Owner(Maker maker, Optional<String> name, Optional<String> cluster) {

    /** What makes queues and rules. */
    public enum Maker {
        /** This project. */
        OURS,
        CLOUDFORMATION,
        TERRAFORM,
        EKSCTL,
        UNKNOWN
    }

    private static final String STACK = "aws:cloudformation:stack-name";
    private static final List<String> EKSCTL =
            List.of("alpha.eksctl.io/cluster-name", "eksctl.cluster.k8s.io/v1alpha1/cluster-name");
    // The tag of the Terraform module of Karpenter, which some use on their own things.
    private static final String TERRAFORM_CLUSTER = "ClusterName";
    private static final List<String> MANAGERS =
            List.of("ManagedBy", "managed-by", "managed_by", "Terraform", "terraform");

    /** Ours, for a cluster. */
    public static Owner ours(ClusterId cluster) {
        return new Owner(Maker.OURS, Optional.empty(), Optional.of(cluster.name()));
    }

    /** Someone's whom no tag names. */
    public static Owner unknown() {
        return new Owner(Maker.UNKNOWN, Optional.empty(), Optional.empty());
    }

    /**
     * Whose something is.
     *
     * @param name of the queue or rule; Terraform's module is known by its form too
     * @param home of the function's Region, which is that of the queue or rule
     */
    public static Owner of(String name, Map<String, String> tags, ClusterId home) {
        var ours = Optional.ofNullable(tags.get(Tags.CLUSTER))
                .map(cluster -> Optional.ofNullable(tags.get(Tags.REGION))
                        .filter(region -> !region.equals(home.region()))
                        .map(region -> cluster + " in " + region)
                        .orElse(cluster));
        if (ours.isPresent()) {
            return new Owner(Maker.OURS, Optional.empty(), ours);
        }
        var stack = Optional.ofNullable(tags.get(STACK));
        var eksctl = EKSCTL.stream().filter(tags::containsKey).map(tags::get).findFirst();
        if (eksctl.isPresent()) {
            return new Owner(Maker.EKSCTL, stack, eksctl);
        }
        if (stack.isPresent()) {
            return new Owner(Maker.CLOUDFORMATION, stack, Optional.empty());
        }
        var module = Optional.ofNullable(tags.get(TERRAFORM_CLUSTER)).filter(cluster -> name.startsWith("Karpenter"));
        return module.isPresent() || saysTerraform(tags)
                ? new Owner(Maker.TERRAFORM, Optional.empty(), module)
                : unknown();
    }

    /** Whether it is ours to change for this cluster. */
    public boolean isOurs(ClusterId id) {
        return maker == Maker.OURS && !isForAnother(id);
    }

    /** Whether it was made for another cluster. */
    public boolean isForAnother(ClusterId id) {
        return cluster.filter(other -> !other.equals(id.name())).isPresent();
    }

    /** It, for a reader. */
    public String words() {
        return switch (maker) {
            case OURS -> "Groundskeeper";
            case CLOUDFORMATION ->
                "CloudFormation" + name.map(stack -> ", stack " + stack).orElse("");
            case TERRAFORM -> "Terraform";
            case EKSCTL -> "eksctl" + name.map(stack -> ", stack " + stack).orElse("");
            case UNKNOWN -> "unknown";
        };
    }

    private static boolean saysTerraform(Map<String, String> tags) {
        return MANAGERS.stream()
                .filter(tags::containsKey)
                .anyMatch(key -> key.equalsIgnoreCase("terraform")
                        ? !tags.get(key).equalsIgnoreCase("false")
                        : tags.get(key).equalsIgnoreCase("terraform"));
    }
}
