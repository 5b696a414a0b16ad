package io.groundskeeper.interruption.keeper;

import io.groundskeeper.core.aws.NotYetException;
import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.cluster.Home;
import io.groundskeeper.core.interruption.DesiredRule;
import io.groundskeeper.core.interruption.Queue;
import io.groundskeeper.core.interruption.Queues;
import io.groundskeeper.core.interruption.Rule;
import io.groundskeeper.core.interruption.RuleTarget;
import io.groundskeeper.core.interruption.Rules;
import io.groundskeeper.core.interruption.Trust;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** The clusters, queues and rules of one account in memory; writes are noted, and can be made to come late or to be lost. */
final class FakeAccount implements Queues, Rules {

    static final Home HOME = new Home("aws", "us-east-1", "123456789012");

    final Map<String, KeptCluster> clusters = new TreeMap<>();
    final Map<String, Karpenter> karpenters = new HashMap<>();
    final Map<String, Queue> queues = new TreeMap<>();
    final Map<String, Rule> rules = new TreeMap<>();
    final List<String> writes = new ArrayList<>();

    /** Clusters that EKS fails to describe. */
    final List<String> broken = new ArrayList<>();

    /** SQS takes no queue of a name that was deleted a moment ago. */
    boolean deletedRecently;

    /** Answers of SQS stay as they were. */
    boolean attributesComeLate;

    /** Someone undoes each enabling at once. */
    boolean enablingIsUndone;

    void cluster(String name, Map<String, String> tags) {
        clusters.put(name, new KeptCluster(HOME.cluster(name), tags, true));
        karpenters.put(name, new Karpenter.Absent());
    }

    void attribute(String queue, String name, String value) {
        queues.computeIfPresent(queue, (key, old) -> {
            var attributes = new HashMap<>(old.attributes());
            attributes.put(name, value);
            return new Queue(old.url(), attributes, old.tags());
        });
    }

    void rule(String name, UnaryOperator<Rule> change) {
        rules.computeIfPresent(name, (key, old) -> change.apply(old));
    }

    static Rule enabled(Rule rule, boolean enabled) {
        return new Rule(rule.arn(), rule.pattern(), enabled, rule.targets(), rule.tags());
    }

    static Rule tagged(Rule rule, Map<String, String> tags) {
        return new Rule(rule.arn(), rule.pattern(), rule.enabled(), rule.targets(), tags);
    }

    static Rule aimed(Rule rule, List<RuleTarget> targets) {
        return new Rule(rule.arn(), rule.pattern(), rule.enabled(), targets, rule.tags());
    }

    @Override
    public Optional<Queue> find(String name, Trust<Queue> trust) {
        return Optional.ofNullable(queues.get(name));
    }

    @Override
    public void create(String name, Map<String, String> attributes, Map<String, String> tags) {
        if (deletedRecently) {
            throw new NotYetException("deleted less than a minute ago", Duration.ofMinutes(1), null);
        }
        writes.add("createQueue " + name);
        queues.put(name, new Queue("https://sqs/" + name, attributes, tags));
    }

    @Override
    public void set(String url, Map<String, String> attributes) {
        writes.add("setQueue " + nameOf(url) + " " + new TreeMap<>(attributes).keySet());
        if (!attributesComeLate) {
            attributes.forEach((name, value) -> attribute(nameOf(url), name, value));
        }
    }

    @Override
    public void tag(String resource, Map<String, String> tags) {
        writes.add("tag " + nameOf(resource));
    }

    @Override
    public Map<String, Rule> find(Set<String> names, Trust<Rule> trust) {
        var found = new TreeMap<>(rules);
        found.keySet().retainAll(names);
        return found;
    }

    @Override
    public List<Rule> aimedAt(String targetArn) {
        return rules.values().stream()
                .filter(rule ->
                        rule.targets().stream().anyMatch(target -> target.arn().equals(targetArn)))
                .toList();
    }

    @Override
    public void create(DesiredRule rule, Map<String, String> tags) {
        writes.add("createRule " + rule.name());
        rules.put(rule.name(), new Rule(arn(rule.name()), rule.pattern(), true, List.of(), tags));
    }

    @Override
    public void update(DesiredRule rule) {
        writes.add("updateRule " + rule.name());
        rule(rule.name(), old -> new Rule(old.arn(), rule.pattern(), !enablingIsUndone, old.targets(), old.tags()));
    }

    @Override
    public void enable(String rule) {
        writes.add("enableRule " + rule);
        rule(rule, old -> enabled(old, !enablingIsUndone));
    }

    @Override
    public void disable(String rule) {
        writes.add("disableRule " + rule);
        rule(rule, old -> enabled(old, false));
    }

    @Override
    public void target(String rule, String targetId, String targetArn) {
        writes.add("putTarget " + rule);
        rule(rule, old -> aimed(old, List.of(new RuleTarget(targetId, targetArn, true))));
    }

    static String arn(String rule) {
        return "arn:aws:events:us-east-1:123456789012:rule/" + rule;
    }

    static ClusterId id(String cluster) {
        return HOME.cluster(cluster);
    }

    private static String nameOf(String resource) {
        return resource.substring(resource.lastIndexOf('/') + 1);
    }

    /** EKS's side of it. */
    KeptClusters eks() {
        return new Eks();
    }

    private final class Eks implements KeptClusters {

        @Override
        public List<String> names() {
            return List.copyOf(clusters.keySet());
        }

        @Override
        public Optional<KeptCluster> find(String name) {
            if (broken.contains(name)) {
                throw new IllegalStateException("eks:DescribeCluster is not allowed");
            }
            return Optional.ofNullable(clusters.get(name));
        }

        @Override
        public Optional<Home> home() {
            return clusters.isEmpty() ? Optional.empty() : Optional.of(HOME);
        }

        @Override
        public Karpenter karpenter(String name) {
            return karpenters.get(name);
        }
    }
}
