package io.groundskeeper.bootstrap.spot;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Plan;
import io.groundskeeper.bootstrap.step.PlannedChange;
import io.groundskeeper.bootstrap.step.Step;
import java.util.List;

/**
 * Step {@code spot-role}: the account has the service-linked role of EC2 Spot, without which its first spot instance is
 * refused. It is the account's and stays whatever becomes of clusters. Where nodes are never spot instances it is not
 * asked for.
 */
public final class SpotRoleStep implements Step<Boolean, SpotRoleStep.Create> {

    /** The role comes to be. */
    public record Create(String arn) implements PlannedChange {
        @Override
        public Change described() {
            return new Change(Change.Action.CREATE, arn, "service-linked role of EC2 Spot");
        }
    }

    private final ServiceLinkedRoles roles;

    /** @param roles the account's */
    public SpotRoleStep(ServiceLinkedRoles roles) {
        this.roles = roles;
    }

    @Override
    public String name() {
        return "spot-role";
    }

    @Override
    public Boolean observe(Target target) {
        return !target.settings().nodes().spot() || roles.hasSpot();
    }

    @Override
    public Plan<Create> plan(Target target, Boolean thereOrNotNeeded) {
        var arn = target.names().roleArn("/aws-service-role/spot.amazonaws.com/", "AWSServiceRoleForEC2Spot");
        return new Plan.Changes<>(thereOrNotNeeded ? List.of() : List.of(new Create(arn)), List.of());
    }

    @Override
    public void apply(Target target, Create change) {
        roles.createSpot();
    }
}
