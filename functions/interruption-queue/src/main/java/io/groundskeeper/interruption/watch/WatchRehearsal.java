package io.groundskeeper.interruption.watch;

import static java.util.stream.Collectors.joining;

import io.groundskeeper.core.log.Failures;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.interruption.atonce.AtOnce;
import io.groundskeeper.interruption.atonce.AtOnce.Answer;
import io.groundskeeper.interruption.cluster.Clusters;
import io.groundskeeper.interruption.drill.Rehearsal;
import io.groundskeeper.interruption.watch.action.Policy;
import io.groundskeeper.interruption.watch.action.Step;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The watch's eyes and judgement for a drill: it sees and decides as for a spot warning, by what only reads. */
public final class WatchRehearsal implements Rehearsal {

    private static final Duration TIME_FOR_TAGS = Duration.ofMillis(1500);

    private record Place(String region, String cluster) {}

    private record Look(Eyes.Sight sight, Duration took) {}

    private final Owners owners;
    private final Eyes eyes;
    private final Settings settings;
    private final Clock clock;

    /**
     * @param settings of the function; clusters override them by their tags
     * @param clock the time of day, never a sample's
     */
    public WatchRehearsal(InstanceTags tags, Clusters clusters, Settings settings, Clock clock) {
        this.owners = new Owners(tags);
        this.eyes = new Eyes(clusters);
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public List<Seen> of(List<Subject> subjects, Duration time) {
        var begun = clock.instant();
        var warnings = subjects.stream().map(WatchRehearsal::warning).toList();
        var found = owners.of(warnings, TIME_FOR_TAGS);
        var tags = Duration.between(begun, clock.instant());
        var places = warnings.stream()
                .flatMap(warning -> place(warning, found).stream())
                .distinct()
                .toList();
        var looks = AtOnce.ask(places, this::look, time.minus(tags));
        return warnings.stream()
                .map(warning -> seen(warning, found, tags, looks))
                .toList();
    }

    private static Warning warning(Subject subject) {
        return new Warning(
                "drill",
                "drill",
                true,
                1,
                Kind.SPOT_INTERRUPTION,
                Optional.of(subject.instanceId()),
                subject.account(),
                subject.region(),
                Optional.empty(),
                subject.now(),
                subject.since(),
                Optional.of(subject.since().plus(WarningTimes.LEAD)),
                subject.since().plus(WarningTimes.LEAD),
                Optional.empty(),
                "");
    }

    private static Optional<Place> place(Warning warning, Owners.Found found) {
        return found.owner(warning).orElseThrow() instanceof Owner.OfCluster cluster
                        && cluster.nodeGroup().isEmpty()
                ? Optional.of(new Place(warning.region(), cluster.name()))
                : Optional.empty();
    }

    private Look look(Place place) {
        var begun = clock.instant();
        var sight = eyes.look(place.region(), place.cluster());
        return new Look(sight, Duration.between(begun, clock.instant()));
    }

    private Seen seen(Warning warning, Owners.Found found, Duration tags, Map<Place, Answer<Look>> looks) {
        return switch (found.owner(warning).orElseThrow()) {
            case Owner.OfCluster(var name, var nodeGroup, var pool)
            when nodeGroup.isPresent() ->
                decidedByTags(
                        name,
                        tags,
                        "a real warning would be left alone: managed node groups drain themselves (node group %s)"
                                .formatted(nodeGroup.get()));
            case Owner.OfCluster cluster ->
                inCluster(warning, cluster.name(), tags, looks.get(new Place(warning.region(), cluster.name())));
            case Owner.OfNone(var why) -> ended(Optional.of(tags), "a real warning would be left alone: " + why);
            case Owner.NotSeen() ->
                ended(Optional.of(tags), "a real warning would be left alone: no tags seen, no such instance here");
            case Owner.NotAsked(var why) -> ended(Optional.empty(), why);
            case Owner.NotKnown(var failure) ->
                ended(Optional.empty(), "the instance's tags could not be read: " + Failures.describe(failure));
        };
    }

    private Seen inCluster(Warning warning, String cluster, Duration tags, Answer<Look> answer) {
        return switch (answer) {
            case Answer.Came<Look>(Look(Eyes.Sight.Whole whole, var took)) -> {
                var seenAt = clock.instant();
                var words = words(warning, cluster, whole, seenAt);
                yield decided(cluster, tags, took, Duration.between(seenAt, clock.instant()), words);
            }
            case Answer.Came<Look>(Look(Eyes.Sight.AutoMode auto, var took)) ->
                decided(
                        cluster,
                        tags,
                        took,
                        Duration.ZERO,
                        "a real warning would be left alone: EKS Auto Mode runs its nodes");
            case Answer.Came<Look>(Look(Eyes.Sight.Nothing(var why), var took)) ->
                undecided(cluster, tags, Optional.of(took), why);
            case Answer.Failed<Look>(var failure) ->
                undecided(
                        cluster,
                        tags,
                        Optional.empty(),
                        "the cluster could not be looked into: " + Failures.describe(failure));
        };
    }

    private static Seen decided(String cluster, Duration tags, Duration took, Duration decision, String words) {
        return new Seen(Optional.of(cluster), Optional.of(tags), Optional.of(took), Optional.of(decision), words);
    }

    private static Seen undecided(String cluster, Duration tags, Optional<Duration> took, String why) {
        return new Seen(Optional.of(cluster), Optional.of(tags), took, Optional.empty(), why);
    }

    /** What would come of it now, and, since nobody acts on a drill, what would when Karpenter's time is up. */
    private String words(Warning warning, String cluster, Eyes.Sight.Whole whole, Instant seenAt) {
        var first = Judge.judge(warning, cluster, whole.snapshot(), seenAt);
        var now = "a real warning would now be " + words(first, whole);
        var patienceEnds = warning.since().plus(Judge.PATIENCE);
        if (first.finding().outcome() != Outcome.WAITING || !warning.now().isBefore(patienceEnds)) {
            return now;
        }
        var wait = Duration.between(warning.now(), patienceEnds);
        var then = Judge.judge(warning.at(patienceEnds), cluster, whole.snapshot(), seenAt.plus(wait));
        return "%s; if nobody acted, in %d s %s".formatted(now, wait.toSeconds(), words(then, whole));
    }

    private String words(Judgement judgement, Eyes.Sight.Whole whole) {
        var finding = judgement.finding();
        var outcome = finding.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        var step = judgement.step().map(next -> ", and " + words(next, whole)).orElse("");
        return "%s (%s)%s".formatted(outcome, finding.detail(), step);
    }

    private String words(Step step, Eyes.Sight.Whole whole) {
        var policy = Policy.of(settings.forCluster(whole.tags()));
        return words(step, policy)
                + policy.problems().stream().map("; "::concat).collect(joining());
    }

    private static String words(Step step, Policy policy) {
        var would = policy.stepIn() ? "would have " : "would, were it allowed to step in, have ";
        return switch (step) {
            case Step.DeleteNodeClaim(var claim, var drainMayFollow) ->
                would + "its NodeClaim %s deleted".formatted(claim.name());
            case Step.Drain drain
            when !drain.karpenters() && !policy.drainSelfManaged() ->
                "would only be told: its node is none of Karpenter's";
            case Step.Drain drain ->
                would
                        + "its node %s cordoned and drained"
                                .formatted(drain.node().name());
            case Step.CountLeft count -> "what is left on its node would be told";
        };
    }

    private static Seen decidedByTags(String cluster, Duration tags, String words) {
        return new Seen(Optional.of(cluster), Optional.of(tags), Optional.empty(), Optional.of(Duration.ZERO), words);
    }

    private static Seen ended(Optional<Duration> tags, String words) {
        return new Seen(Optional.empty(), tags, Optional.empty(), Optional.empty(), words);
    }
}
