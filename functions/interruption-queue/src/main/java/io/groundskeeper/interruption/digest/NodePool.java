package io.groundskeeper.interruption.digest;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A NodePool of Karpenter's.
 *
 * @param requirements those of its nodes; the labels that it gives them are among them
 */
public record NodePool(String name, List<Requirement> requirements) {

    private static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";

    /** Names that Kubernetes has replaced, and Karpenter still takes. */
    private static final Map<String, String> OLD_NAMES = Map.of(
            "beta.kubernetes.io/arch", InstanceType.ARCHITECTURE,
            "beta.kubernetes.io/instance-type", InstanceType.TYPE);

    public NodePool {
        requirements = requirements.stream()
                .map(one -> new Requirement(OLD_NAMES.getOrDefault(one.key(), one.key()), one.operator(), one.values()))
                .toList();
    }

    /** Whether its nodes may be spot instances: where it says nothing of it, Karpenter takes spot too. */
    boolean allowsSpot() {
        return requirements.stream()
                .filter(one -> one.key().equals(CAPACITY_TYPE) && one.isKnown())
                .allMatch(one -> one.allows(Optional.of("spot")));
    }

    /** The types that its requirements allow, as far as they are evaluated. */
    List<InstanceType> allowed(List<InstanceType> types) {
        var about = requirements.stream()
                .filter(one -> InstanceType.KNOWN.contains(one.key()) && one.isKnown())
                .toList();
        return types.stream()
                .filter(type -> about.stream()
                        .allMatch(one ->
                                one.allows(Optional.ofNullable(type.labels().get(one.key())))))
                .toList();
    }

    /** The requirements that may rule out more types, and are not evaluated. */
    Set<String> notEvaluated() {
        var keys = new TreeSet<String>();
        for (var one : requirements) {
            var isAboutTypes = one.key().startsWith(InstanceType.PREFIX) || InstanceType.KNOWN.contains(one.key());
            if (isAboutTypes && (!InstanceType.KNOWN.contains(one.key()) || !one.isKnown())) {
                keys.add(one.key());
            }
        }
        return keys;
    }
}
