package io.groundskeeper.bootstrap.cluster;

import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The settings of the nodes that Karpenter starts, as they hold for one cluster.
 *
 * @param architectures at least one
 * @param capacityTypes {@code spot} and {@code on-demand}; never spot alone
 * @param onDemandAdded whether on-demand was not asked for and is there as spot's fallback
 * @param categories of instances, for example {@code c}
 * @param cpuLimit of all of the nodes together, in CPUs
 * @param memoryLimit of all of the nodes together, as Kubernetes writes it, for example {@code 1000Gi}
 * @param tags of instances, volumes and network interfaces
 * @param instanceProfile that nodes get instead of one that Karpenter makes for their role
 */
public record NodeSettings(
        List<Architecture> architectures,
        List<String> capacityTypes,
        boolean onDemandAdded,
        List<String> categories,
        String cpuLimit,
        String memoryLimit,
        NodeTags tags,
        Optional<String> instanceProfile) {

    private static final String SPOT = "spot";
    private static final String ON_DEMAND = "on-demand";
    private static final Pattern SEPARATOR = Pattern.compile("[,:]");
    private static final Pattern CATEGORY = Pattern.compile("[a-z]{1,10}");
    private static final Pattern CPU = Pattern.compile("[1-9][0-9]{0,8}");
    private static final Pattern MEMORY = Pattern.compile("[1-9][0-9]{0,8}(Mi|Gi|Ti)");
    private static final Pattern PROFILE = Pattern.compile("[\\w+=,.@-]{1,128}");

    /** What a node's processor understands. */
    public enum Architecture {
        AMD64("amd64", "x86_64"),
        ARM64("arm64", "arm64");

        private final String label;
        private final String ofImages;

        Architecture(String label, String ofImages) {
            this.label = label;
            this.ofImages = ofImages;
        }

        /** As in the label kubernetes.io/arch. */
        public String label() {
            return label;
        }

        /** As in the names of images. */
        public String ofImages() {
            return ofImages;
        }
    }

    public NodeSettings {
        architectures = List.copyOf(architectures);
        capacityTypes = List.copyOf(capacityTypes);
        categories = List.copyOf(categories);
    }

    /**
     * Reads them. An instance profile that a cluster's tag names gives nobody more power: Karpenter may pass the cluster's
     * node role and no other.
     *
     * @param operator the function's own settings
     * @param tags the cluster's
     * @throws BadSettingException if one cannot be used
     */
    static NodeSettings of(Settings operator, Map<String, String> tags) {
        var cluster = operator.forCluster(tags);
        var asked = list(cluster, "NODE_CAPACITY_TYPES", "spot,on-demand", List.of(SPOT, ON_DEMAND));
        var spotAlone = asked.equals(List.of(SPOT));
        return new NodeSettings(
                architectures(cluster),
                spotAlone ? List.of(SPOT, ON_DEMAND) : asked,
                spotAlone,
                categories(cluster),
                text(cluster, "NODE_CPU_LIMIT", "1000", CPU, "a whole number of CPUs, such as 1000"),
                text(cluster, "NODE_MEMORY_LIMIT", "1000Gi", MEMORY, "a whole number of Mi, Gi or Ti, such as 1000Gi"),
                NodeTags.of(operator, tags),
                instanceProfile(cluster));
    }

    /** Whether nodes may be spot instances. */
    public boolean spot() {
        return capacityTypes.contains(SPOT);
    }

    private static Optional<String> instanceProfile(Settings settings) {
        var profile = settings.find("NODE_INSTANCE_PROFILE");
        if (profile.isPresent() && !PROFILE.matcher(profile.get()).matches()) {
            throw settings.bad("NODE_INSTANCE_PROFILE", profile.get(), "the name of an instance profile, no ARN");
        }
        return profile;
    }

    private static List<Architecture> architectures(Settings settings) {
        var all = Arrays.stream(Architecture.values()).toList();
        var labels = all.stream().map(Architecture::label).toList();
        var wanted = list(settings, "NODE_ARCHITECTURES", "amd64", labels);
        return all.stream().filter(one -> wanted.contains(one.label())).toList();
    }

    private static List<String> categories(Settings settings) {
        var name = "NODE_CATEGORIES";
        var text = settings.find(name).orElse("c,m,r");
        var categories = parts(text).toList();
        if (!categories.stream().allMatch(category -> CATEGORY.matcher(category).matches())) {
            throw settings.bad(name, text, "categories of instances, such as c,m,r (in a tag c:m:r)");
        }
        return categories;
    }

    private static List<String> list(Settings settings, String name, String otherwise, List<String> allowed) {
        var text = settings.find(name).orElse(otherwise);
        var wanted = parts(text).toList();
        if (!allowed.containsAll(wanted)) {
            throw settings.bad(
                    name,
                    text,
                    "%s, or both as %s (in a tag %s)"
                            .formatted(
                                    String.join(", ", allowed), String.join(",", allowed), String.join(":", allowed)));
        }
        return allowed.stream().filter(wanted::contains).toList();
    }

    // No value of EKS's tags has a comma: there, colons separate.
    private static Stream<String> parts(String text) {
        return Arrays.stream(SEPARATOR.split(text, -1)).map(String::strip).distinct();
    }

    private static String text(Settings settings, String name, String otherwise, Pattern form, String allowed) {
        var text = settings.find(name).orElse(otherwise);
        if (!form.matcher(text).matches()) {
            throw settings.bad(name, text, allowed);
        }
        return text;
    }
}
