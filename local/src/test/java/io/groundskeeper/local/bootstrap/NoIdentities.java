package io.groundskeeper.local.bootstrap;

import io.groundskeeper.bootstrap.identity.Agent;
import io.groundskeeper.bootstrap.identity.Association;
import io.groundskeeper.bootstrap.identity.OidcProviders;
import io.groundskeeper.bootstrap.identity.PodIdentities;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An account that gives pods no identity, and in which nothing may be written. */
final class NoIdentities implements PodIdentities, OidcProviders {

    @Override
    public Optional<Agent> agent(String cluster) {
        return Optional.empty();
    }

    @Override
    public void install(String cluster, Map<String, String> tags) {
        throw new AssertionError("No agent is to be installed");
    }

    @Override
    public Optional<Association> association(String cluster) {
        return Optional.empty();
    }

    @Override
    public void associate(String cluster, String roleArn, Map<String, String> tags) {
        throw new AssertionError("Nothing is to be associated");
    }

    @Override
    public void reassociate(String cluster, String associationId, String roleArn) {
        throw new AssertionError("Nothing is to be associated");
    }

    @Override
    public Optional<Set<String>> audiences(String arn) {
        return Optional.empty();
    }

    @Override
    public void create(String url, String audience, Map<String, String> tags) {
        throw new AssertionError("No provider is to be created");
    }

    @Override
    public void addAudience(String arn, String audience) {
        throw new AssertionError("No provider is to be changed");
    }

    @Override
    public Optional<Map<String, String>> agentTags(String cluster) {
        return Optional.empty();
    }

    @Override
    public int associations(String cluster) {
        return 0;
    }

    @Override
    public void dissociate(String cluster, String associationId) {
        throw new AssertionError("Nothing is to be dissociated");
    }

    @Override
    public void uninstall(String cluster) {
        throw new AssertionError("No agent is to be uninstalled");
    }
}
