package io.groundskeeper.bootstrap.adoption;

import io.groundskeeper.bootstrap.cluster.ClusterFacts;
import io.groundskeeper.bootstrap.event.Trigger;
import io.groundskeeper.core.cluster.Tags;
import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides whether a cluster is worked on: first whether its owner wants it, then whether Karpenter fits its kind, then
 * whether it is ready. A cluster that was there before is touched only when it carries our mark or by hand.
 */
public final class Admissions {

    private static final String SCOPE = "BOOTSTRAP_SCOPE";

    private static final Set<Trigger> ADOPTED_ONLY = Set.of(Trigger.CHANGED, Trigger.SCHEDULED);

    private Admissions() {}

    /**
     * @param triggers all the reasons that the cluster is looked at for
     * @throws BadSettingException if the owner's tag or BOOTSTRAP_SCOPE cannot be used
     */
    public static Admission decide(ClusterFacts cluster, Set<Trigger> triggers, Settings settings) {
        if (cluster.tags().containsKey(Tags.REMOVING)) {
            return leaving(cluster, triggers);
        }
        return unwanted(cluster, triggers, settings.forCluster(cluster.tags()))
                .or(() -> unfit(cluster))
                .orElseGet(() -> readiness(cluster));
    }

    private static Admission leaving(ClusterFacts cluster, Set<Trigger> triggers) {
        return triggers.contains(Trigger.COMMAND)
                ? new Admission.Skip(
                        "Karpenter is being removed from it: {\"cluster\":\"%s\",\"remove\":true} goes on with that. To keep Karpenter instead, take the tag %s off the cluster first"
                                .formatted(cluster.name(), Tags.REMOVING),
                        false)
                : new Admission.Leave();
    }

    private static Optional<Admission> unwanted(ClusterFacts cluster, Set<Trigger> triggers, Settings settings) {
        var wish = Optional.ofNullable(cluster.tags().get(Tags.WISH));
        if (wish.isPresent() && !List.of(Tags.MANAGE, Tags.SKIP).contains(wish.get())) {
            throw new BadSettingException("The cluster's tag " + Tags.WISH, wish.get(), "manage, skip");
        }
        var scope = settings.oneOf(SCOPE, "all", List.of("all", "tagged"));
        if (triggers.contains(Trigger.COMMAND)) {
            return Optional.empty();
        }
        // Whoever tagged it for us has adopted it, even if that event was lost or is older than we are.
        var adopted = cluster.marked() || wish.equals(Optional.of(Tags.MANAGE));
        if (!adopted && ADOPTED_ONLY.containsAll(triggers)) {
            return quiet("Not under our care: it lacks the tag %s=%s. To adopt it, tag it %s=manage or invoke the "
                            .formatted(Tags.MARK, Tags.MARK_VALUE, Tags.WISH)
                    + "function with {\"cluster\":\"%s\"}".formatted(cluster.name()));
        }
        if (wish.equals(Optional.of(Tags.SKIP))) {
            return quiet("Its owner tagged it %s=skip".formatted(Tags.WISH));
        }
        if (cluster.marked() || wish.isPresent()) {
            return Optional.empty();
        }
        if (!triggers.contains(Trigger.CREATED)) {
            return quiet("It is no longer tagged %s=manage".formatted(Tags.WISH));
        }
        return scope.equals("all")
                ? Optional.empty()
                : quiet("%s is tagged, and it is not tagged %s=manage".formatted(SCOPE, Tags.WISH));
    }

    private static Optional<Admission> quiet(String reason) {
        return Optional.of(new Admission.Skip(reason, false));
    }

    private static Optional<Admission> unfit(ClusterFacts cluster) {
        return switch (cluster.kind()) {
            case STANDARD -> Optional.empty();
            case AUTO_MODE ->
                Optional.of(new Admission.Skip(
                        "EKS Auto Mode runs its nodes already, with a Karpenter of its own. Nothing was set up", true));
            case OUTPOST ->
                Optional.of(new Admission.Skip(
                        "It is a local cluster on Outposts, which Karpenter does not support", true));
            case CONNECTED ->
                Optional.of(new Admission.Skip(
                        "It is a connected cluster: EKS shows it, but its nodes are not EC2's", true));
        };
    }

    private static Admission readiness(ClusterFacts cluster) {
        return switch (cluster.status()) {
            case "ACTIVE" -> new Admission.Go();
            case "DELETING" -> new Admission.Skip("It is being deleted", false);
            case "FAILED" ->
                new Admission.Broken(
                        "Its creation failed: EKS says FAILED. Look at its health issues (aws eks describe-cluster), delete it and create it anew");
            default -> new Admission.Wait("The cluster is %s".formatted(cluster.status()));
        };
    }
}
