package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.cluster.Clusters;
import io.groundskeeper.bootstrap.network.Network;
import io.groundskeeper.bootstrap.network.NetworkState;
import io.groundskeeper.bootstrap.network.SecurityGroup;
import io.groundskeeper.bootstrap.network.Subnet;
import io.groundskeeper.bootstrap.role.DesiredRole;
import io.groundskeeper.bootstrap.role.Role;
import io.groundskeeper.bootstrap.role.RoleId;
import io.groundskeeper.bootstrap.role.RoleParts;
import io.groundskeeper.bootstrap.role.Roles;
import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.cluster.Home;
import io.groundskeeper.core.interruption.DesiredRule;
import io.groundskeeper.core.interruption.Queue;
import io.groundskeeper.core.interruption.Queues;
import io.groundskeeper.core.interruption.Rule;
import io.groundskeeper.core.interruption.RuleTarget;
import io.groundskeeper.core.interruption.Rules;
import io.groundskeeper.core.interruption.Trust;
import io.groundskeeper.core.kubernetes.ClusterEndpoint;
import io.groundskeeper.core.task.TaskMessage;
import io.groundskeeper.core.task.Tasks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/**
 * An AWS account in memory that behaves as the ports say, keeps what is written, counts reads and writes, and can be
 * told to fail at the nth write or at every write of a kind.
 */
final class FakeWorld {

    static final Home HOME = new Home("aws", "us-east-1", "123456789012");

    final Map<String, ClusterFacts> clusters = new HashMap<>();
    final Map<String, Role> roles = new HashMap<>();
    final Map<String, Queue> queues = new HashMap<>();
    final Map<String, Rule> rules = new HashMap<>();
    final List<String> writes = new ArrayList<>();
    NetworkState network = new NetworkState(List.of(), List.of(), List.of(), List.of(), List.of());
    final FakeIdentity identity = new FakeIdentity(this);
    final FakeKarpenterObjects objects = new FakeKarpenterObjects(this);
    final FakeRemains remains = new FakeRemains(this);
    final FakeAccess access = new FakeAccess(this);
    final FakeKubernetes kubernetes = new FakeKubernetes(this::read, this::write);
    final Set<String> leftovers = new HashSet<>();
    final List<TaskMessage> sent = new ArrayList<>();
    Optional<Tasks> tasks = Optional.of(messages -> {
        refuse("sendTasks");
        sent.addAll(messages);
    });
    final FakeNodes nodes = new FakeNodes(this::read, this::write);
    int reads;
    int networkReads;
    private int created;

    private final Map<String, RuntimeException> failures = new HashMap<>();
    private int writesUntilCut = Integer.MAX_VALUE;

    /** An ACTIVE cluster with two subnets and a security group. */
    ClusterFacts cluster(String name, Map<String, String> tags) {
        var facts = new ClusterFacts(
                HOME.cluster(name),
                "ACTIVE",
                tags,
                ClusterFacts.Kind.STANDARD,
                false,
                "vpc-1",
                List.of("subnet-1", "subnet-2"),
                Optional.of("sg-cluster"),
                Optional.of(new ClusterEndpoint(name, "https://localhost:1", "", true, List.of("0.0.0.0/0"))),
                new ClusterFacts.Logins(
                        "API_AND_CONFIG_MAP", Optional.of("https://oidc.eks.us-east-1.amazonaws.com/id/D0D0")));
        clusters.put(name, facts);
        network = new NetworkState(
                List.of(),
                List.of("subnet-1", "subnet-2"),
                List.of(new Subnet("subnet-1", Map.of()), new Subnet("subnet-2", Map.of())),
                List.of(new SecurityGroup("sg-cluster", Map.of())),
                List.of());
        return facts;
    }

    void fail(String operation, RuntimeException failure) {
        failures.put(operation, failure);
    }

    void mend() {
        failures.clear();
        writesUntilCut = Integer.MAX_VALUE;
    }

    /** Every write after the next {@code count} is cut off, as by a killed function. */
    void cutAfter(int count) {
        writesUntilCut = count;
    }

    KarpenterBootstrapHandler.World ports() {
        return new KarpenterBootstrapHandler.World(
                new FakeClusters(),
                new FakeRoles(),
                kubernetes,
                identity,
                identity,
                identity,
                new FakeNetwork(),
                new FakeQueues(),
                new FakeRules(),
                access,
                access,
                access,
                kubernetes,
                kubernetes,
                kubernetes,
                nodes,
                nodes,
                kubernetes,
                remains.ports(),
                () -> {
                    read("leftovers");
                    return leftovers;
                },
                tasks);
    }

    void read(String operation) {
        reads++;
        refuse(operation);
    }

    void write(String operation, String what) {
        refuse(operation);
        if (writesUntilCut-- <= 0) {
            throw new IllegalStateException("cut off before " + operation);
        }
        writes.add(operation + " " + what);
    }

    private void refuse(String operation) {
        if (failures.containsKey(operation)) {
            throw failures.get(operation);
        }
    }

    private static Map<String, String> merged(Map<String, String> one, Map<String, String> other) {
        var all = new HashMap<>(one);
        all.putAll(other);
        return all;
    }

    private final class FakeClusters implements Clusters {
        @Override
        public Home home() {
            return HOME;
        }

        @Override
        public SortedSet<String> names() {
            read("listClusters");
            return new TreeSet<>(clusters.keySet());
        }

        @Override
        public Optional<ClusterFacts> find(String name) {
            read("findCluster");
            refuse("findCluster " + name);
            return Optional.ofNullable(clusters.get(name));
        }

        @Override
        public void tag(ClusterId cluster, Map<String, String> tags) {
            write("tagCluster", cluster.name());
            retag(cluster, merged(clusters.get(cluster.name()).tags(), tags));
        }

        @Override
        public void untag(ClusterId cluster, Set<String> keys) {
            write("untagCluster", cluster.name());
            var left = new HashMap<>(clusters.get(cluster.name()).tags());
            left.keySet().removeAll(keys);
            retag(cluster, left);
        }

        private void retag(ClusterId cluster, Map<String, String> tags) {
            var old = clusters.get(cluster.name());
            clusters.put(
                    cluster.name(),
                    new ClusterFacts(
                            old.id(),
                            old.status(),
                            tags,
                            old.kind(),
                            old.ipv6(),
                            old.vpcId(),
                            old.subnetIds(),
                            old.securityGroupId(),
                            old.endpoint(),
                            old.logins()));
        }
    }

    private final class FakeRoles implements Roles {
        @Override
        public Optional<Role> find(String name) {
            read("findRole");
            return Optional.ofNullable(roles.get(name));
        }

        @Override
        public Optional<Role> find(String name, RoleParts parts) {
            return find(name)
                    .map(r -> new Role(
                            r.arn(),
                            r.uniqueId(),
                            r.path(),
                            r.trust(),
                            r.tags(),
                            r.boundary(),
                            parts.attached() ? r.attached() : Set.of(),
                            inline(r, parts)));
        }

        private static Map<String, JsonNode> inline(Role role, RoleParts parts) {
            var inline = new HashMap<>(role.inline());
            boolean complete = inline.keySet().containsAll(parts.inline());
            inline.keySet()
                    .removeIf(policy -> !parts.inline().contains(policy)
                            && (complete || !parts.obsolete().contains(policy)));
            return inline;
        }

        @Override
        public void drop(String name, String policyName) {
            write("dropPolicy", policyName);
            var r = roles.get(name);
            var inline = new LinkedHashMap<>(r.inline());
            inline.remove(policyName);
            roles.put(
                    name,
                    new Role(r.arn(), r.uniqueId(), r.path(), r.trust(), r.tags(), r.boundary(), r.attached(), inline));
        }

        @Override
        public Optional<RoleId> id(String name) {
            read("roleId");
            return Optional.ofNullable(roles.get(name)).map(role -> new RoleId(role.arn(), role.uniqueId()));
        }

        @Override
        public void create(DesiredRole role) {
            write("createRole", role.name());
            var arn = "arn:aws:iam::123456789012:role" + role.path() + role.name();
            roles.put(
                    role.name(),
                    new Role(
                            arn,
                            "AROA" + ++created,
                            role.path(),
                            role.trust(),
                            role.tags(),
                            role.boundary(),
                            Set.of(),
                            Map.of()));
        }

        @Override
        public void trust(String name, JsonNode document) {
            write("trustRole", name);
            var r = roles.get(name);
            roles.put(
                    name,
                    new Role(
                            r.arn(),
                            r.uniqueId(),
                            r.path(),
                            document,
                            r.tags(),
                            r.boundary(),
                            r.attached(),
                            r.inline()));
        }

        @Override
        public void tag(String name, Map<String, String> tags) {
            write("tagRole", name);
            var r = roles.get(name);
            roles.put(
                    name,
                    new Role(
                            r.arn(),
                            r.uniqueId(),
                            r.path(),
                            r.trust(),
                            merged(r.tags(), tags),
                            r.boundary(),
                            r.attached(),
                            r.inline()));
        }

        @Override
        public void bound(String name, String policyArn) {
            write("boundRole", name);
            var r = roles.get(name);
            roles.put(
                    name,
                    new Role(
                            r.arn(),
                            r.uniqueId(),
                            r.path(),
                            r.trust(),
                            r.tags(),
                            Optional.of(policyArn),
                            r.attached(),
                            r.inline()));
        }

        @Override
        public void attach(String name, String policyArn) {
            write("attachPolicy", policyArn);
            var r = roles.get(name);
            var attached = new HashSet<>(r.attached());
            attached.add(policyArn);
            roles.put(
                    name,
                    new Role(r.arn(), r.uniqueId(), r.path(), r.trust(), r.tags(), r.boundary(), attached, r.inline()));
        }

        @Override
        public void put(String name, String policyName, JsonNode document) {
            write("putPolicy", policyName);
            var r = roles.get(name);
            var inline = new LinkedHashMap<>(r.inline());
            inline.put(policyName, document);
            roles.put(
                    name,
                    new Role(r.arn(), r.uniqueId(), r.path(), r.trust(), r.tags(), r.boundary(), r.attached(), inline));
        }
    }

    private final class FakeNetwork implements Network {
        @Override
        public NetworkState read(ClusterFacts cluster) {
            FakeWorld.this.read("readNetwork");
            networkReads++;
            return network;
        }

        @Override
        public void tag(String resourceId, Map<String, String> tags) {
            write("tag", resourceId);
            retag(resourceId, old -> merged(old, tags));
        }

        @Override
        public void untag(String resourceId, Map<String, String> tags) {
            write("untag", resourceId);
            retag(resourceId, old -> {
                var left = new HashMap<>(old);
                tags.forEach(left::remove);
                return left;
            });
        }

        private void retag(String id, UnaryOperator<Map<String, String>> change) {
            network = new NetworkState(
                    network.nodeGroups(),
                    network.fargateSubnets(),
                    network.subnets().stream()
                            .map(s -> s.id().equals(id) ? new Subnet(id, change.apply(s.tags())) : s)
                            .toList(),
                    network.groups().stream()
                            .map(g -> g.id().equals(id) ? new SecurityGroup(id, change.apply(g.tags())) : g)
                            .toList(),
                    network.routeTables());
        }
    }

    private final class FakeQueues implements Queues {
        @Override
        public Optional<Queue> find(String name, Trust<Queue> trust) {
            read("findQueue");
            return Optional.ofNullable(queues.get(name))
                    .map(queue -> new Queue(queue.url(), queue.attributes(), trust.tags(queue, queue::tags)));
        }

        @Override
        public void create(String name, Map<String, String> attributes, Map<String, String> tags) {
            write("createQueue", name);
            queues.put(name, new Queue("https://sqs/" + name, attributes, tags));
        }

        @Override
        public void set(String url, Map<String, String> attributes) {
            write("setQueue", url);
            var name = url.substring(url.lastIndexOf('/') + 1);
            var old = queues.get(name);
            queues.put(name, new Queue(url, merged(old.attributes(), attributes), old.tags()));
        }

        @Override
        public void tag(String url, Map<String, String> tags) {
            write("tagQueue", url);
            var name = url.substring(url.lastIndexOf('/') + 1);
            var old = queues.get(name);
            queues.put(name, new Queue(url, old.attributes(), merged(old.tags(), tags)));
        }
    }

    private final class FakeRules implements Rules {
        @Override
        public Map<String, Rule> find(Set<String> names, Trust<Rule> trust) {
            read("findRules");
            var found = new HashMap<>(rules);
            found.keySet().retainAll(names);
            found.replaceAll((name, rule) ->
                    new Rule(rule.arn(), rule.pattern(), rule.enabled(), rule.targets(), trust.tags(rule, rule::tags)));
            return found;
        }

        @Override
        public List<Rule> aimedAt(String targetArn) {
            read("rulesAimedAt");
            return rules.values().stream()
                    .filter(rule -> rule.targets().stream()
                            .anyMatch(target -> target.arn().equals(targetArn)))
                    .toList();
        }

        @Override
        public void enable(String rule) {
            write("enableRule", rule);
            switched(rule, true);
        }

        @Override
        public void disable(String rule) {
            write("disableRule", rule);
            switched(rule, false);
        }

        private void switched(String rule, boolean enabled) {
            rules.computeIfPresent(
                    rule, (name, old) -> new Rule(old.arn(), old.pattern(), enabled, old.targets(), old.tags()));
        }

        @Override
        public void create(DesiredRule rule, Map<String, String> tags) {
            write("createRule", rule.name());
            var arn = "arn:aws:events:us-east-1:123456789012:rule/" + rule.name();
            rules.put(rule.name(), new Rule(arn, rule.pattern(), true, List.of(), tags));
        }

        @Override
        public void update(DesiredRule rule) {
            write("updateRule", rule.name());
            var old = rules.get(rule.name());
            rules.put(rule.name(), new Rule(old.arn(), rule.pattern(), true, old.targets(), old.tags()));
        }

        @Override
        public void target(String rule, String targetId, String targetArn) {
            write("putTarget", rule);
            var old = rules.get(rule);
            var targets = new ArrayList<>(old.targets());
            targets.removeIf(target -> target.id().equals(targetId));
            targets.add(new RuleTarget(targetId, targetArn, true));
            rules.put(rule, new Rule(old.arn(), old.pattern(), old.enabled(), targets, old.tags()));
        }

        @Override
        public void tag(String ruleArn, Map<String, String> tags) {
            write("tagRule", ruleArn);
            var name = ruleArn.substring(ruleArn.lastIndexOf('/') + 1);
            var old = rules.get(name);
            rules.put(name, new Rule(old.arn(), old.pattern(), old.enabled(), old.targets(), merged(old.tags(), tags)));
        }
    }
}
