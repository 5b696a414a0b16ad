package io.groundskeeper.interruption.keeper;

import io.groundskeeper.core.aws.NotYetException;
import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.interruption.Difference;
import io.groundskeeper.core.interruption.Mender;
import io.groundskeeper.core.interruption.QueueChange;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What became of mending some differences.
 *
 * @param failures why a queue or rule could not be changed, by its ARN
 */
record Mending(Map<String, RuntimeException> failures) {

    /** SQS says that attributes take so long to be seen. */
    static final Duration UNTIL_SEEN = Duration.ofMinutes(1);

    Mending {
        failures = Map.copyOf(failures);
    }

    /** Nothing was tried. */
    static Mending none() {
        return new Mending(Map.of());
    }

    /** Makes all changes that differences ask for. One that fails keeps no other queue or rule from being mended. */
    static Mending of(List<Difference> differences, Mender mender, ClusterId cluster) {
        var failures = new HashMap<String, RuntimeException>();
        var changes = differences.stream()
                .flatMap(difference -> difference.changes().stream())
                .toList();
        for (var change : QueueChange.joined(changes)) {
            if (!failures.containsKey(change.arn())) {
                try {
                    mender.make(change, cluster);
                } catch (RuntimeException e) {
                    failures.put(change.arn(), e);
                }
            }
        }
        return new Mending(failures);
    }

    /** How a difference stands now. */
    Outcome outcome(Difference difference, boolean persists) {
        var failure = failure(difference);
        if (failure.isPresent()) {
            return failure.get() instanceof NotYetException ? Outcome.WAITING : Outcome.FAILED;
        }
        if (!persists) {
            return Outcome.MENDED;
        }
        return isSeenLate(difference) ? Outcome.WAITING : Outcome.FAILED;
    }

    /** The same in words, with why. */
    String words(Difference difference, Outcome outcome) {
        var why = failure(difference)
                .map(failure -> "; " + failure.getMessage())
                .orElse(
                        outcome == Outcome.WAITING
                                ? "; set, not yet seen: that takes SQS up to 60 s"
                                : "; mended, and still so when it was read again");
        return outcome == Outcome.MENDED ? difference.words() : difference.words() + why;
    }

    /** How long to wait for those that AWS does not take yet. */
    Duration lookAgainIn() {
        return failures.values().stream()
                .filter(NotYetException.class::isInstance)
                .map(failure -> ((NotYetException) failure).lookAgainIn())
                .max(Duration::compareTo)
                .orElse(UNTIL_SEEN);
    }

    private Optional<RuntimeException> failure(Difference difference) {
        return difference.changes().stream()
                .map(QueueChange::arn)
                .filter(failures::containsKey)
                .map(failures::get)
                .findFirst();
    }

    private static boolean isSeenLate(Difference difference) {
        return difference.changes().stream()
                .allMatch(change -> change instanceof QueueChange.SetAttributes
                        || change instanceof QueueChange.Create
                        || change instanceof QueueChange.TagQueue);
    }
}
