package io.groundskeeper.bootstrap.cluster;

import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.tagpolicy.PolicySource;
import io.groundskeeper.core.tagpolicy.ResourceType;
import io.groundskeeper.core.tagpolicy.TagRule;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The tags of what nodes are made of: those of NODE_TAGS, and what the tag policy requires beside them, with the values
 * that the cluster itself has.
 *
 * @param tags in the order of their keys
 * @param missing the keys that the policy requires and that no value is known for
 */
public record NodeTags(Map<String, String> tags, List<String> missing) {

    private static final String SETTING = "NODE_TAGS";
    private static final Pattern KEY = Pattern.compile("[\\p{L}\\p{N} _.:/+@-]{1,128}");
    private static final Pattern VALUE = Pattern.compile("[\\p{L}\\p{N} _.:/=+@-]{0,256}");

    /** What a node is made of. */
    private static final List<ResourceType> MADE_OF = Stream.of(
                    "AWS::EC2::Instance", "AWS::EC2::Volume", "AWS::EC2::NetworkInterface")
            .map(ResourceType::of)
            .toList();

    /** What Karpenter sets itself and an EC2NodeClass may not name. */
    private static final Set<String> KARPENTERS = Set.of(
            "eks:eks-cluster-name",
            "karpenter.sh/nodepool",
            "karpenter.sh/nodeclaim",
            "karpenter.k8s.aws/ec2nodeclass");

    public NodeTags {
        tags = new TreeMap<>(tags);
        missing = List.copyOf(missing);
    }

    /** @throws BadSettingException if NODE_TAGS cannot be read, or the policy does not allow one of them */
    static NodeTags of(Settings operator, Map<String, String> clusterTags) {
        var settings = operator.forCluster(clusterTags);
        var text = settings.find(SETTING).orElse("");
        var tags = read(settings, text, ofCluster(clusterTags) ? ":" : ",");
        var rules = rules(operator).stream()
                .filter(rule -> !isKarpenters(rule.key()))
                .toList();
        rules.forEach(rule -> check(settings, text, rule, tags));
        var required = rules.stream().filter(NodeTags::isRequired).toList();
        required.forEach(rule -> allowed(rule, clusterTags).ifPresent(value -> tags.putIfAbsent(rule.key(), value)));
        return new NodeTags(
                tags,
                required.stream()
                        .map(TagRule::key)
                        .filter(key -> !tags.containsKey(key))
                        .toList());
    }

    /** Those that the settings hold; a policy that is written elsewhere is not read for nodes. */
    private static List<TagRule> rules(Settings operator) {
        return PolicySource.of(operator)
                .filter(PolicySource.Given.class::isInstance)
                .map(PolicySource.Given.class::cast)
                .map(given -> given.policy().rules())
                .orElse(List.of());
    }

    private static boolean isRequired(TagRule rule) {
        return MADE_OF.stream().anyMatch(rule::isRequiredFor);
    }

    private static void check(Settings settings, String text, TagRule rule, Map<String, String> tags) {
        Optional.ofNullable(tags.get(rule.key()))
                .flatMap(rule.allowed()::problem)
                .ifPresent(problem -> {
                    throw settings.bad(
                            SETTING,
                            text,
                            "what REQUIRED_TAGS or TAG_POLICY allows; the value of %s %s"
                                    .formatted(rule.key(), problem));
                });
    }

    private static Optional<String> allowed(TagRule rule, Map<String, String> clusterTags) {
        return Optional.ofNullable(clusterTags.get(rule.key()))
                .filter(value -> rule.allowed().problem(value).isEmpty());
    }

    private static boolean ofCluster(Map<String, String> clusterTags) {
        return !clusterTags.getOrDefault(Settings.tagKey(SETTING), "").isBlank();
    }

    private static Map<String, String> read(Settings settings, String text, String separator) {
        var tags = new TreeMap<String, String>();
        for (var entry : text.isEmpty() ? new String[0] : text.split(separator, -1)) {
            int equals = entry.indexOf('=');
            var key = entry.substring(0, Math.max(0, equals)).strip();
            var value = entry.substring(equals + 1).strip();
            if (!isKey(key) || !VALUE.matcher(value).matches()) {
                throw bad(settings, text, "\"%s\" is no tag that can be set".formatted(entry.strip()));
            }
            if (isKarpenters(key)) {
                throw bad(settings, text, "Karpenter sets %s itself".formatted(key));
            }
            if (tags.put(key, value) != null) {
                throw bad(settings, text, "%s is there twice".formatted(key));
            }
        }
        return tags;
    }

    private static boolean isKey(String key) {
        return KEY.matcher(key).matches() && !key.toLowerCase(Locale.ROOT).startsWith("aws:");
    }

    private static boolean isKarpenters(String key) {
        return KARPENTERS.contains(key) || key.startsWith("kubernetes.io/cluster");
    }

    private static BadSettingException bad(Settings settings, String text, String why) {
        return settings.bad(
                SETTING,
                text,
                "tags separated by commas, as Owner=platform,Team=core (in a tag by colons: Owner=platform:Team=core); "
                        + why);
    }
}
