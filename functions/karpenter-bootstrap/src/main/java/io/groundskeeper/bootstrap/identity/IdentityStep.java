package io.groundskeeper.bootstrap.identity;

import io.groundskeeper.bootstrap.capacity.Capacities;
import io.groundskeeper.bootstrap.capacity.Capacity;
import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.role.RoleId;
import io.groundskeeper.bootstrap.role.Roles;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.Step;
import io.groundskeeper.core.cluster.Tags;
import java.util.Optional;
import java.util.Set;

/** Step {@code identity}: how Karpenter's controller gets its role, by EKS Pod Identity or on Fargate by IRSA. */
public final class IdentityStep implements Step<IdentityStep.Observed, IdentityChange> {

    /** What is there of the way that fits the cluster. */
    public sealed interface Observed {

        /**
         * EKS Pod Identity.
         *
         * @param roleArn of the controller's role; empty while there is none, as in a dry run
         */
        record ByPod(Optional<Agent> agent, Optional<Association> association, Optional<String> roleArn)
                implements Observed {}

        /**
         * IRSA.
         *
         * @param audiences of the account's provider for the issuer; empty when there is none
         */
        record ByServiceAccount(Optional<Issuer> issuer, Optional<Set<String>> audiences) implements Observed {}
    }

    private final Capacities capacities;
    private final PodIdentities pods;
    private final OidcProviders providers;
    private final Roles roles;

    /** @param capacities decide which way it is */
    public IdentityStep(Capacities capacities, PodIdentities pods, OidcProviders providers, Roles roles) {
        this.capacities = capacities;
        this.pods = pods;
        this.providers = providers;
        this.roles = roles;
    }

    @Override
    public String name() {
        return "identity";
    }

    @Override
    public Observed observe(Target target) {
        var cluster = target.id().name();
        if (Capacity.of(capacities, cluster).onFargate()) {
            var issuer = target.cluster().logins().issuer().map(Issuer::new);
            return new Observed.ByServiceAccount(
                    issuer, issuer.flatMap(known -> providers.audiences(known.providerArn(target.id()))));
        }
        return new Observed.ByPod(
                pods.agent(cluster),
                pods.association(cluster),
                roles.id(target.names().controllerRole()).map(RoleId::arn));
    }

    @Override
    public Plan<IdentityChange> plan(Target target, Observed observed) {
        return switch (observed) {
            case Observed.ByPod byPod -> PodIdentityPlan.of(target, byPod);
            case Observed.ByServiceAccount byServiceAccount -> ServiceAccountPlan.of(target, byServiceAccount);
        };
    }

    @Override
    public void apply(Target target, IdentityChange change) {
        var tags = Tags.of(target.id());
        switch (change) {
            case IdentityChange.Install(var cluster) -> pods.install(cluster, tags);
            case IdentityChange.Associate(var cluster, var roleArn) -> pods.associate(cluster, roleArn, tags);
            case IdentityChange.Reassociate(var cluster, var association, var roleArn) ->
                pods.reassociate(cluster, association.id(), roleArn);
            case IdentityChange.CreateProvider(var arn, var issuer) ->
                providers.create(issuer.url(), Issuer.AUDIENCE, tags);
            case IdentityChange.AddAudience(var arn) -> providers.addAudience(arn, Issuer.AUDIENCE);
        }
    }
}
