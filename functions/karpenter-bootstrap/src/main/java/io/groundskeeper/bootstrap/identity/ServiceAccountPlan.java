package io.groundskeeper.bootstrap.identity;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Plan;
import java.time.Duration;
import java.util.List;

/** What leads to the controller having its role by its service account's token. */
final class ServiceAccountPlan {

    private ServiceAccountPlan() {}

    static Plan<IdentityChange> of(Target target, IdentityStep.Observed.ByServiceAccount observed) {
        if (observed.issuer().isEmpty()) {
            return new Plan.Waiting<>(List.of(), "EKS names no OIDC issuer for the cluster yet", Duration.ofMinutes(1));
        }
        var issuer = observed.issuer().get();
        var arn = issuer.providerArn(target.id());
        return new Plan.Changes<>(
                observed.audiences()
                        .<List<IdentityChange>>map(audiences -> audiences.contains(Issuer.AUDIENCE)
                                ? List.of()
                                : List.of(new IdentityChange.AddAudience(arn)))
                        .orElseGet(() -> List.of(new IdentityChange.CreateProvider(arn, issuer))),
                List.of());
    }
}
