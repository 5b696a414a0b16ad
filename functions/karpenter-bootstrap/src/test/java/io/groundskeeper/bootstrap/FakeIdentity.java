package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.identity.Agent;
import io.groundskeeper.bootstrap.identity.Association;
import io.groundskeeper.bootstrap.identity.OidcProviders;
import io.groundskeeper.bootstrap.identity.PodIdentities;
import io.groundskeeper.bootstrap.spot.ServiceLinkedRoles;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The identities of a {@link FakeWorld}: Pod Identity of one cluster, identity providers, the role of EC2 Spot. */
final class FakeIdentity implements PodIdentities, OidcProviders, ServiceLinkedRoles {

    static final Instant SINCE = Instant.parse("2026-11-30T10:00:00Z");

    Optional<Agent> agent = Optional.empty();
    Optional<Association> association = Optional.empty();
    final Map<String, Set<String>> providers = new HashMap<>();
    final Map<String, Map<String, String>> providerTags = new HashMap<>();
    /** Associations of other service accounts. */
    int others;

    boolean spot;
    private Map<String, String> agentTags = Map.of();

    private final FakeWorld world;

    FakeIdentity(FakeWorld world) {
        this.world = world;
    }

    @Override
    public Optional<Agent> agent(String cluster) {
        world.read("agent");
        return agent;
    }

    @Override
    public void install(String cluster, Map<String, String> tags) {
        world.write("installAgent", cluster);
        agent = Optional.of(new Agent("ACTIVE", List.of()));
        agentTags = tags;
    }

    @Override
    public Optional<Association> association(String cluster) {
        world.read("association");
        return association;
    }

    @Override
    public void associate(String cluster, String roleArn, Map<String, String> tags) {
        world.write("associate", roleArn);
        association = Optional.of(new Association("a-1", "arn:association", roleArn, SINCE, tags));
    }

    @Override
    public void reassociate(String cluster, String associationId, String roleArn) {
        world.write("reassociate", roleArn);
        association = association.map(a -> new Association(a.id(), a.arn(), roleArn, SINCE, a.tags()));
    }

    @Override
    public Optional<Map<String, String>> agentTags(String cluster) {
        world.read("agentTags");
        return agent.map(installed -> agentTags);
    }

    @Override
    public int associations(String cluster) {
        world.read("associations");
        return others + (association.isPresent() ? 1 : 0);
    }

    @Override
    public void dissociate(String cluster, String associationId) {
        world.write("dissociate", associationId);
        association = Optional.empty();
    }

    @Override
    public void uninstall(String cluster) {
        world.write("uninstallAgent", cluster);
        agent = Optional.empty();
    }

    @Override
    public Optional<Set<String>> audiences(String arn) {
        world.read("provider");
        return Optional.ofNullable(providers.get(arn));
    }

    @Override
    public void create(String url, String audience, Map<String, String> tags) {
        world.write("createProvider", url);
        var arn = url.replace("https://", "arn:aws:iam::123456789012:oidc-provider/");
        providers.put(arn, new HashSet<>(Set.of(audience)));
        providerTags.put(arn, tags);
    }

    @Override
    public void addAudience(String arn, String audience) {
        world.write("addAudience", audience);
        providers.get(arn).add(audience);
    }

    @Override
    public boolean hasSpot() {
        world.read("spot");
        return spot;
    }

    @Override
    public void createSpot() {
        world.write("createSpot", "role");
        spot = true;
    }
}
