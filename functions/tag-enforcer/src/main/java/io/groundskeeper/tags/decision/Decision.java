package io.groundskeeper.tags.decision;

import io.groundskeeper.core.lambda.Verdict;
import io.groundskeeper.tags.creation.Reading;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is decided about one event. All of its resources are told together: while one waits or could not be read, the
 * whole event comes again, and no alert of it is told twice.
 *
 * @param judgements of its resources, in their order
 */
public record Decision(Reading.Creation creation, List<Judgement> judgements) {

    private static final Duration LOOK_AGAIN = Duration.ofMinutes(1);
    private static final int MOST_NAMED = 10;

    public Decision {
        judgements = List.copyOf(judgements);
    }

    /** Those to tell Slack about. */
    public List<Judgement> alerts() {
        return judgements.stream().filter(j -> j.outcome() == Outcome.ALERTED).toList();
    }

    /** Those that nobody can look at however often it is tried, to tell Slack about. */
    public List<Judgement> uncheckable() {
        return judgements.stream().filter(Decision::isUncheckable).toList();
    }

    /**
     * What a reader must know beside the creator's name, in words that may follow it: through what a resource was made,
     * and what it is a part of. Names and values in them are as found: escape them for where they are shown.
     */
    public List<String> remarks(Judgement judgement) {
        var tags = judgement.tags().orElse(judgement.resource().requestTags());
        return Stream.concat(creation.who().remarks().stream(), Belonging.of(tags).stream())
                .toList();
    }

    /** What becomes of the event. */
    public Verdict verdict() {
        var failure = judgements.stream().flatMap(j -> j.failure().stream()).findFirst();
        if (failure.isPresent()) {
            return new Verdict.Failed(new TagsUnreadableException(unsettled(), failure.get()));
        }
        if (judgements.stream().anyMatch(Decision::comesAgain)) {
            return new Verdict.NotReady(LOOK_AGAIN, unsettled());
        }
        return uncheckable().stream()
                .findFirst()
                .<Verdict>map(first -> new Verdict.Hopeless(new TagsUnreadableException(shortly(first), null)))
                .orElseGet(Verdict.Done::new);
    }

    /** Holds what is to be told back while others of the same event come again. */
    static List<Judgement> toldTogether(List<Judgement> judgements) {
        var others = judgements.stream().filter(Decision::comesAgain).toList();
        return others.isEmpty()
                ? judgements
                : judgements.stream()
                        .map(j -> j.outcome() == Outcome.ALERTED || isUncheckable(j)
                                ? j.heldBack(shortly(others.getFirst()))
                                : j)
                        .toList();
    }

    private static boolean isUncheckable(Judgement judgement) {
        return judgement.outcome() == Outcome.FAILED && judgement.failure().isEmpty();
    }

    private static boolean comesAgain(Judgement judgement) {
        return judgement.outcome() == Outcome.WAITING || judgement.failure().isPresent();
    }

    /** What is not settled, alerts that were held back among it: when the event is given up, this is all that is told. */
    private String unsettled() {
        var all = judgements.stream().filter(Decision::comesAgain).toList();
        var named = all.stream().limit(MOST_NAMED).map(Decision::shortly).collect(Collectors.joining("; "));
        int more = all.size() - MOST_NAMED;
        return more > 0 ? named + "; and %d more".formatted(more) : named;
    }

    private static String shortly(Judgement judgement) {
        return "%s: %s".formatted(judgement.resource().arn(), judgement.reason());
    }
}
