package io.groundskeeper.core.interruption;

import io.groundskeeper.core.aws.MissingPermissionException;
import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.cluster.Names;
import io.groundskeeper.core.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The queues, rules and keys of one account in memory, by AWS's rules: a rule is put whole, a target is replaced by its
 * id, tags of a rule that exists are not put with it.
 */
final class Account implements Queues, Rules {

    static final ClusterId DEV = new ClusterId("aws", "us-east-1", "123456789012", "dev");
    static final Names NAMES = new Names(DEV);

    final Map<String, Queue> queues = new TreeMap<>();
    final Map<String, Rule> rules = new TreeMap<>();
    final Map<String, Key> keys = new HashMap<>();
    final List<String> writes = new ArrayList<>();

    static String queueArn(String name) {
        return "arn:aws:sqs:us-east-1:123456789012:" + name;
    }

    static String ruleArn(String name) {
        return "arn:aws:events:us-east-1:123456789012:rule/" + name;
    }

    /** What is wrong, and nothing is changed. */
    List<Difference> differences(DesiredState desired) {
        return desired.differences(observe(desired));
    }

    Found observe(DesiredState desired) {
        return new Observer(this, this, this::key).observe(desired);
    }

    /** Makes all changes that the differences ask for, whoever owns what. */
    void mend(DesiredState desired) {
        var mender = new Mender(this, this);
        var changes = differences(desired).stream()
                .flatMap(difference -> difference.changes().stream())
                .toList();
        QueueChange.joined(changes).forEach(change -> mender.make(change, desired.cluster()));
    }

    void change(String queue, Map<String, String> attributes) {
        queues.computeIfPresent(
                queue, (name, old) -> new Queue(old.url(), merged(old.attributes(), attributes), old.tags()));
    }

    void changeRule(String rule, UnaryOperator<Rule> change) {
        rules.computeIfPresent(rule, (name, old) -> change.apply(old));
    }

    void rule(String name, String pattern, String queue, Map<String, String> tags) {
        var target = new RuleTarget(DesiredRule.TARGET_ID, queueArn(queue), true);
        rules.put(name, new Rule(ruleArn(name), Json.read(pattern), true, List.of(target), tags));
    }

    static Rule enabled(Rule rule, boolean enabled) {
        return new Rule(rule.arn(), rule.pattern(), enabled, rule.targets(), rule.tags());
    }

    static Rule matching(Rule rule, String pattern) {
        return new Rule(rule.arn(), Json.read(pattern), rule.enabled(), rule.targets(), rule.tags());
    }

    static Rule aimed(Rule rule, RuleTarget... targets) {
        return new Rule(rule.arn(), rule.pattern(), rule.enabled(), List.of(targets), rule.tags());
    }

    static Rule tagged(Rule rule, Map<String, String> tags) {
        return new Rule(rule.arn(), rule.pattern(), rule.enabled(), rule.targets(), tags);
    }

    @Override
    public Optional<Queue> find(String name, Trust<Queue> trust) {
        return Optional.ofNullable(queues.get(name));
    }

    @Override
    public void create(String name, Map<String, String> attributes, Map<String, String> tags) {
        writes.add("createQueue " + name);
        queues.put(name, new Queue("https://sqs/" + name, attributes, tags));
    }

    @Override
    public void set(String url, Map<String, String> attributes) {
        writes.add("setQueue " + new TreeMap<>(attributes).keySet());
        change(nameOf(url), attributes);
    }

    @Override
    public void tag(String resource, Map<String, String> tags) {
        writes.add("tag " + nameOf(resource));
        queues.computeIfPresent(
                nameOf(resource), (name, old) -> new Queue(old.url(), old.attributes(), merged(old.tags(), tags)));
        changeRule(nameOf(resource), old -> tagged(old, merged(old.tags(), tags)));
    }

    @Override
    public Map<String, Rule> find(Set<String> names, Trust<Rule> trust) {
        var found = new TreeMap<>(rules);
        found.keySet().retainAll(names);
        return found;
    }

    @Override
    public List<Rule> aimedAt(String targetArn) {
        return rules.values().stream().filter(rule -> rule.isAimed(targetArn)).toList();
    }

    @Override
    public void create(DesiredRule rule, Map<String, String> tags) {
        writes.add("createRule " + rule.name());
        rules.computeIfAbsent(rule.name(), name -> new Rule(ruleArn(name), rule.pattern(), true, List.of(), tags));
    }

    @Override
    public void update(DesiredRule rule) {
        writes.add("updateRule " + rule.name());
        changeRule(rule.name(), old -> new Rule(old.arn(), rule.pattern(), true, old.targets(), old.tags()));
    }

    @Override
    public void enable(String rule) {
        writes.add("enableRule " + rule);
        changeRule(rule, old -> enabled(old, true));
    }

    @Override
    public void disable(String rule) {
        writes.add("disableRule " + rule);
        changeRule(rule, old -> enabled(old, false));
    }

    @Override
    public void target(String rule, String targetId, String targetArn) {
        writes.add("putTarget " + rule + " " + targetId);
        changeRule(rule, old -> {
            var targets = new ArrayList<>(old.targets());
            targets.removeIf(target -> target.id().equals(targetId));
            targets.add(new RuleTarget(targetId, targetArn, true));
            return aimed(old, targets.toArray(RuleTarget[]::new));
        });
    }

    private Key key(String id) {
        if (id.contains("locked")) {
            throw new MissingPermissionException("kms:GetKeyPolicy", null);
        }
        return keys.getOrDefault(id, new Key.Absent());
    }

    private static String nameOf(String resource) {
        return resource.substring(resource.lastIndexOf('/') + 1);
    }

    private static Map<String, String> merged(Map<String, String> one, Map<String, String> other) {
        var all = new HashMap<>(one);
        all.putAll(other);
        return all;
    }
}
