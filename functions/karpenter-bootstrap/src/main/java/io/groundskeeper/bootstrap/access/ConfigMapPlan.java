package io.groundskeeper.bootstrap.access;

import io.groundskeeper.bootstrap.cluster.Target;
import io.groundskeeper.bootstrap.step.Plan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What leads to access in a cluster that refuses access entries. */
final class ConfigMapPlan {

    private static final Duration SWITCHING = Duration.ofSeconds(30);

    private ConfigMapPlan() {}

    static Plan<AccessChange> of(Target target, ClusterAccessStep.Observed.ByConfigMap observed) {
        if (target.settings().access().switchMode()) {
            return new Plan.Waiting<>(
                    List.of(new AccessChange.SwitchMode(target.id().arn())),
                    "The cluster is being switched to API_AND_CONFIG_MAP, which takes EKS some minutes",
                    SWITCHING);
        }
        return switch (observed.entrance()) {
            case Entrance.Open open -> inside(observed, open);
            case Entrance.Shut(
                    var why,
                    var mayOpen) -> // Refused, it was told to make an access entry, which this mode does not take.
                new Plan.Skipped<>(reason(observed, mayOpen ? "" : why).strip());
        };
    }

    private static Plan<AccessChange> inside(ClusterAccessStep.Observed.ByConfigMap observed, Entrance.Open open) {
        if (observed.interruption().isEmpty()) {
            return new Plan.Changes<>(List.of(), List.of());
        }
        var row = row(observed.interruption().get());
        var changes = new ArrayList<AccessChange>();
        var warnings = new ArrayList<String>();
        switch (MapRoles.with(open.awsAuth().flatMap(AwsAuth::mapRoles), row)) {
            case MapRoles.Result.Present() -> {}
            case MapRoles.Result.Added(var text) -> changes.add(new AccessChange.MapRole(row, open.awsAuth(), text));
            case MapRoles.Result.Unfit(var why) ->
                warnings.add(
                        "ConfigMap kube-system/aws-auth was left as it is: %s. %s".formatted(why, Snippet.of(row)));
        }
        changes.addAll(InterruptionRole.changes(open.rbac()));
        return new Plan.Changes<>(changes, warnings);
    }

    private static String reason(ClusterAccessStep.Observed.ByConfigMap observed, String why) {
        var own = new AwsAuthRow(observed.own().mappedArn(), "groundskeeper", List.of("system:masters"));
        var rows = Stream.concat(
                        Stream.of(own), observed.interruption().stream().map(ConfigMapPlan::row))
                .toArray(AwsAuthRow[]::new);
        return ("The cluster's authentication mode is CONFIG_MAP: it takes no access entries, and nothing was done inside it. One of three lets us in. (1) %s(2) Create clusters with accessConfig.authenticationMode=API_AND_CONFIG_MAP. "
                        + "(3) Have us switch this one, which cannot be undone: tag it groundskeeper/switch-authentication-mode=true, or set SWITCH_AUTHENTICATION_MODE=true for all. %s")
                .formatted(Snippet.of(rows), why);
    }

    /** The row of the interruption function. */
    static AwsAuthRow row(Principal interruption) {
        return new AwsAuthRow(interruption.mappedArn(), InterruptionRole.NAME, List.of(InterruptionRole.GROUP));
    }
}
