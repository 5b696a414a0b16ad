package io.groundskeeper.bootstrap.removal;

import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.PlannedChange;
import io.groundskeeper.bootstrap.step.StepOn;
import java.util.List;

/** Step {@code identity}: the identity provider that we made for the cluster's issuer goes. */
public final class ProviderRemovalStep implements StepOn<Leaving, List<Provider>, ProviderRemovalStep.Deletion> {

    /** A provider goes. */
    public record Deletion(String arn) implements PlannedChange {
        @Override
        public Change described() {
            return new Change(Change.Action.DELETE, arn, "identity provider of the cluster");
        }
    }

    private final Providers providers;

    /** @param providers the account's */
    public ProviderRemovalStep(Providers providers) {
        this.providers = providers;
    }

    @Override
    public String name() {
        return "identity";
    }

    @Override
    public List<Provider> observe(Leaving target) {
        return providers.in(target.id().region());
    }

    @Override
    public Plan<Deletion> plan(Leaving target, List<Provider> observed) {
        return new Plan.Changes<>(
                observed.stream()
                        .filter(provider -> target.made(provider.tags()))
                        .map(provider -> new Deletion(provider.arn()))
                        .toList(),
                List.of());
    }

    @Override
    public void apply(Leaving target, Deletion change) {
        providers.delete(change.arn());
    }
}
