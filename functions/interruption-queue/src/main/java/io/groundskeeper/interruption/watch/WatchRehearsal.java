package io.groundskeeper.interruption.watch;

import io.groundskeeper.core.log.Failures;
import io.groundskeeper.interruption.atonce.AtOnce;
import io.groundskeeper.interruption.atonce.AtOnce.Answer;
import io.groundskeeper.interruption.drill.Rehearsal;
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

    private record Look(Optional<ClusterSnapshot> snapshot, Duration took) {}

    private final Owners owners;
    private final Clusters clusters;
    private final Clock clock;

    /** @param clock the time of day, never a sample's */
    public WatchRehearsal(InstanceTags tags, Clusters clusters, Clock clock) {
        this.owners = new Owners(tags);
        this.clusters = clusters;
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
                Kind.SPOT_INTERRUPTION,
                Optional.of(subject.instanceId()),
                subject.account(),
                subject.region(),
                subject.now(),
                subject.since(),
                Optional.of(subject.since().plus(WarningTimes.LEAD)),
                subject.since().plus(WarningTimes.LEAD),
                Optional.empty(),
                "");
    }

    private static Optional<Place> place(Warning warning, Map<String, Owner> found) {
        return found.get(warning.instanceId().orElseThrow()) instanceof Owner.OfCluster cluster
                        && cluster.nodeGroup().isEmpty()
                ? Optional.of(new Place(warning.region(), cluster.name()))
                : Optional.empty();
    }

    private Look look(Place place) {
        var begun = clock.instant();
        var snapshot = clusters.look(place.region(), place.cluster());
        return new Look(snapshot, Duration.between(begun, clock.instant()));
    }

    private Seen seen(Warning warning, Map<String, Owner> found, Duration tags, Map<Place, Answer<Look>> looks) {
        return switch (found.get(warning.instanceId().orElseThrow())) {
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
            case Answer.Came<Look>(Look(var snapshot, var took))
            when snapshot.isPresent() -> judged(warning, cluster, tags, snapshot.get(), took);
            case Answer.Came<Look> none ->
                new Seen(
                        Optional.of(cluster),
                        Optional.of(tags),
                        Optional.of(none.value().took()),
                        Optional.empty(),
                        "the cluster does not exist (any more)");
            case Answer.Failed<Look>(var failure) ->
                new Seen(
                        Optional.of(cluster),
                        Optional.of(tags),
                        Optional.empty(),
                        Optional.empty(),
                        "the cluster could not be looked into: " + Failures.describe(failure));
        };
    }

    private Seen judged(Warning warning, String cluster, Duration tags, ClusterSnapshot snapshot, Duration took) {
        var seenAt = clock.instant();
        var words = words(warning, cluster, snapshot, seenAt);
        return new Seen(
                Optional.of(cluster),
                Optional.of(tags),
                Optional.of(took),
                Optional.of(Duration.between(seenAt, clock.instant())),
                words);
    }

    /** What would come of it now, and, since nobody acts on a drill, what would when Karpenter's time is up. */
    private static String words(Warning warning, String cluster, ClusterSnapshot snapshot, Instant seenAt) {
        var first = Judge.judge(warning, cluster, snapshot, seenAt);
        var patienceEnds = warning.since().plus(Judge.PATIENCE);
        if (first.outcome() != Outcome.WAITING || !warning.now().isBefore(patienceEnds)) {
            return "a real warning would now be " + words(first);
        }
        var wait = Duration.between(warning.now(), patienceEnds);
        var then = Judge.judge(warning.at(patienceEnds), cluster, snapshot, seenAt.plus(wait));
        return "a real warning would now be %s; if nobody acted, in %d s %s"
                .formatted(words(first), wait.toSeconds(), words(then));
    }

    private static String words(Finding finding) {
        return "%s (%s)"
                .formatted(finding.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' '), finding.detail());
    }

    private static Seen decidedByTags(String cluster, Duration tags, String words) {
        return new Seen(Optional.of(cluster), Optional.of(tags), Optional.empty(), Optional.of(Duration.ZERO), words);
    }

    private static Seen ended(Optional<Duration> tags, String words) {
        return new Seen(Optional.empty(), tags, Optional.empty(), Optional.empty(), words);
    }
}
