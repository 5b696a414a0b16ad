package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.network.Discovery;
import io.groundskeeper.bootstrap.network.SecurityGroup;
import io.groundskeeper.bootstrap.network.Subnet;
import io.groundskeeper.bootstrap.removal.Existence.Sighting;
import io.groundskeeper.bootstrap.removal.Instance;
import io.groundskeeper.bootstrap.removal.Instances;
import io.groundskeeper.bootstrap.removal.LaunchTemplate;
import io.groundskeeper.bootstrap.removal.LaunchTemplates;
import io.groundskeeper.bootstrap.removal.Provider;
import io.groundskeeper.bootstrap.removal.Providers;
import io.groundskeeper.bootstrap.removal.QueueDeletions;
import io.groundskeeper.bootstrap.removal.Remains;
import io.groundskeeper.bootstrap.removal.RoleDeletions;
import io.groundskeeper.bootstrap.role.InstanceProfile;
import io.groundskeeper.bootstrap.role.InstanceProfiles;
import io.groundskeeper.bootstrap.role.Role;
import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.interruption.Rule;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What is taken away from a {@link FakeWorld}, by AWS's rules: a role with a policy or in a profile is not deleted, nor
 * a profile with a role, nor a rule with a target.
 */
final class FakeRemains {

    static final Instant CREATED = Instant.parse("2026-11-30T10:00:00Z");

    final Map<String, Sighting> sightings = new HashMap<>();
    final Map<String, Instance> instances = new TreeMap<>();
    final Map<String, LaunchTemplate> templates = new TreeMap<>();
    final Map<String, InstanceProfile> profiles = new TreeMap<>();

    private final FakeWorld world;

    FakeRemains(FakeWorld world) {
        this.world = world;
    }

    Remains ports() {
        return new Remains(
                this::sighting,
                new FakeInstances(),
                new FakeTemplates(),
                new FakeProfiles(),
                new FakeProviders(),
                new FakeRoleDeletions(),
                new FakeQueueDeletions(),
                this::discoverable,
                world.objects);
    }

    /** An instance of Karpenter's that somebody has to stop. */
    void instance(String id, String state) {
        instances.put(id, new Instance(id, "m5.large", "us-east-1a", state, Instant.parse("2026-11-30T07:30:00Z")));
    }

    /** A profile as Karpenter makes it, with a role. */
    void karpentersProfile(String name, String role) {
        profile(
                name,
                role,
                Map.of(
                        "kubernetes.io/cluster/dev",
                        "owned",
                        "topology.kubernetes.io/region",
                        "us-east-1",
                        "karpenter.k8s.aws/ec2nodeclass",
                        "default"));
    }

    void profile(String name, String role, Map<String, String> tags) {
        profiles.put(name, new InstanceProfile(name, "arn:profile/" + name, List.of(role), tags));
    }

    private Optional<Sighting> sighting(String cluster) {
        world.read("existence");
        return Optional.ofNullable(sightings.get(cluster));
    }

    private List<String> discoverable(String cluster) {
        world.read("discoverable");
        return Stream.concat(
                        world.network.subnets().stream()
                                .filter(subnet -> cluster.equals(subnet.tags().get(Discovery.OURS)))
                                .map(Subnet::id),
                        world.network.groups().stream()
                                .filter(group -> cluster.equals(group.tags().get(Discovery.OURS)))
                                .map(SecurityGroup::id))
                .toList();
    }

    private final class FakeInstances implements Instances {
        @Override
        public List<Instance> of(String cluster) {
            world.read("instances");
            return List.copyOf(instances.values());
        }

        @Override
        public void terminate(String id) {
            world.write("terminate", id);
            instance(id, "shutting-down");
        }
    }

    private final class FakeTemplates implements LaunchTemplates {
        @Override
        public List<LaunchTemplate> of(String cluster) {
            world.read("launchTemplates");
            return List.copyOf(templates.values());
        }

        @Override
        public void delete(String id) {
            world.write("deleteTemplate", id);
            templates.remove(id);
        }
    }

    private final class FakeProfiles implements InstanceProfiles {
        @Override
        public Optional<InstanceProfile> find(String name) {
            world.read("findProfile");
            return Optional.ofNullable(profiles.get(name));
        }

        @Override
        public void create(String name, String path, Map<String, String> tags) {
            world.write("createProfile", name);
            profiles.put(
                    name,
                    new InstanceProfile(
                            name, "arn:aws:iam::123456789012:instance-profile" + path + name, List.of(), tags));
        }

        @Override
        public void add(String profile, String role) {
            world.write("addToProfile", profile + " " + role);
            require(world.roles.containsKey(role));
            var old = profiles.get(profile);
            require(old.roles().isEmpty());
            profiles.put(profile, new InstanceProfile(profile, old.arn(), List.of(role), old.tags()));
        }

        @Override
        public List<InstanceProfile> of(ClusterId cluster, String role) {
            world.read("profiles");
            return profiles.values().stream()
                    .filter(profile -> profile.roles().contains(role)
                            || profile.tags().containsKey("kubernetes.io/cluster/" + cluster.name()))
                    .toList();
        }

        @Override
        public void remove(String profile, String role) {
            world.write("removeFromProfile", profile + " " + role);
            profiles.computeIfPresent(
                    profile, (name, old) -> new InstanceProfile(name, old.arn(), List.of(), old.tags()));
        }

        @Override
        public void delete(String profile) {
            world.write("deleteProfile", profile);
            require(profiles.get(profile).roles().isEmpty());
            profiles.remove(profile);
        }
    }

    private final class FakeProviders implements Providers {
        @Override
        public List<Provider> in(String region) {
            world.read("providers");
            return world.identity.providerTags.entrySet().stream()
                    .map(entry -> new Provider(entry.getKey(), entry.getValue()))
                    .toList();
        }

        @Override
        public void delete(String arn) {
            world.write("deleteProvider", arn);
            world.identity.providers.remove(arn);
            world.identity.providerTags.remove(arn);
        }
    }

    private final class FakeRoleDeletions implements RoleDeletions {
        @Override
        public void detach(String role, String policyArn) {
            world.write("detach", policyArn);
            var old = world.roles.get(role);
            var attached = new HashSet<>(old.attached());
            attached.remove(policyArn);
            put(role, old, attached, old.inline());
        }

        @Override
        public void deletePolicy(String role, String policy) {
            world.write("deletePolicy", policy);
            var old = world.roles.get(role);
            var inline = new LinkedHashMap<>(old.inline());
            inline.remove(policy);
            put(role, old, old.attached(), inline);
        }

        @Override
        public void delete(String role) {
            world.write("deleteRole", role);
            var old = world.roles.get(role);
            require(old.attached().isEmpty() && old.inline().isEmpty());
            require(profiles.values().stream()
                    .noneMatch(profile -> profile.roles().contains(role)));
            world.roles.remove(role);
        }

        private void put(
                String name, Role old, Set<String> attached, Map<String, tools.jackson.databind.JsonNode> inline) {
            world.roles.put(
                    name,
                    new Role(
                            old.arn(),
                            old.uniqueId(),
                            old.path(),
                            old.trust(),
                            old.tags(),
                            old.boundary(),
                            attached,
                            inline));
        }
    }

    private final class FakeQueueDeletions implements QueueDeletions {
        @Override
        public void removeTargets(String rule, List<String> targetIds) {
            world.write("removeTargets", rule);
            var old = world.rules.get(rule);
            var targets = old.targets().stream()
                    .filter(target -> !targetIds.contains(target.id()))
                    .toList();
            world.rules.put(rule, new Rule(old.arn(), old.pattern(), old.enabled(), targets, old.tags()));
        }

        @Override
        public void deleteRule(String rule) {
            world.write("deleteRule", rule);
            require(world.rules.get(rule).targets().isEmpty());
            world.rules.remove(rule);
        }

        @Override
        public void deleteQueue(String url) {
            world.write("deleteQueue", url);
            world.queues.values().removeIf(queue -> queue.url().equals(url));
        }
    }

    private static void require(boolean allowed) {
        if (!allowed) {
            throw new IllegalStateException("DeleteConflict: it is still in use");
        }
    }
}
