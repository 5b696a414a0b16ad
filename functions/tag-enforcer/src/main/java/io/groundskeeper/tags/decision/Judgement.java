package io.groundskeeper.tags.decision;

import io.groundskeeper.core.tagpolicy.TagProblem;
import io.groundskeeper.tags.creation.CreatedResource;
import io.groundskeeper.tags.exemption.Exemption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One resource, judged.
 *
 * @param problems with its tags; empty unless it was read
 * @param tags as read; empty when it was not
 * @param reason in words; empty when it is compliant
 * @param failure what failed, where another try may do better
 * @param exemption why it is not judged
 */
public record Judgement(
        CreatedResource resource,
        Outcome outcome,
        List<TagProblem> problems,
        Optional<Map<String, String>> tags,
        String reason,
        Optional<RuntimeException> failure,
        Optional<Exemption> exemption) {

    public Judgement {
        problems = List.copyOf(problems);
    }

    static Judgement unread(CreatedResource resource, Outcome outcome, String reason) {
        return new Judgement(
                resource, outcome, List.of(), Optional.empty(), reason, Optional.empty(), Optional.empty());
    }

    /** @param tags as read; empty when its record alone exempts it */
    static Judgement exempt(CreatedResource resource, Exemption exemption, Optional<Map<String, String>> tags) {
        return new Judgement(
                resource,
                Outcome.EXEMPT,
                List.of(),
                tags,
                "%s: %s".formatted(exemption.label(), exemption.reason()),
                Optional.empty(),
                Optional.of(exemption));
    }

    static Judgement failed(CreatedResource resource, String reason, RuntimeException failure) {
        return new Judgement(
                resource, Outcome.FAILED, List.of(), Optional.empty(), reason, Optional.of(failure), Optional.empty());
    }

    static Judgement read(CreatedResource resource, List<TagProblem> problems, Map<String, String> tags, String note) {
        var words = problems.stream().map(TagProblem::inWords).collect(Collectors.joining("; "));
        var reason = words.isEmpty() || note.isEmpty() ? words : words + "; " + note;
        var outcome = problems.isEmpty() ? Outcome.COMPLIANT : Outcome.ALERTED;
        return new Judgement(
                resource, outcome, problems, Optional.of(tags), reason, Optional.empty(), Optional.empty());
    }

    /** The same, to be told only when {@code others} of its event can be judged too. */
    Judgement heldBack(String others) {
        return new Judgement(
                resource,
                Outcome.WAITING,
                problems,
                tags,
                "%s; not told yet, since of the same event %s".formatted(reason, others),
                failure,
                exemption);
    }
}
