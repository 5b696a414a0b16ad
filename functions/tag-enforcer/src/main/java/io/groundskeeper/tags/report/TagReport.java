package io.groundskeeper.tags.report;

import io.groundskeeper.core.identity.Creator;
import io.groundskeeper.core.lambda.Ignored;
import io.groundskeeper.core.tagpolicy.TagProblem;
import io.groundskeeper.tags.decision.Decision;
import io.groundskeeper.tags.decision.Judgement;
import io.groundskeeper.tags.decision.Outcome;
import java.util.List;
import java.util.Map;

/** The function's report: each resource that was looked at, and each event that nothing was done about. */
public record TagReport(String function, List<Resource> resources, List<Ignored> ignored) {

    /**
     * One resource.
     *
     * @param compliant null when it was not judged
     * @param missing required keys that are not there
     * @param invalid keys whose value is not allowed, or that are there in another case without being required
     * @param tags as read; null when they were not
     * @param remarks what there is to know of the creation beside its creator
     * @param reason null when it is compliant
     */
    public record Resource(
            String arn,
            String type,
            Boolean compliant,
            List<String> missing,
            List<String> invalid,
            Map<String, String> tags,
            Creator createdBy,
            List<String> remarks,
            Outcome outcome,
            String reason) {}

    /** The report of what was decided. */
    public static TagReport of(String function, List<Decision> decisions, List<Ignored> ignored) {
        return new TagReport(
                function,
                decisions.stream()
                        .flatMap(d -> d.judgements().stream().map(j -> resource(d, j)))
                        .toList(),
                List.copyOf(ignored));
    }

    private static Resource resource(Decision decision, Judgement judgement) {
        var read = judgement.tags();
        return new Resource(
                judgement.resource().arn(),
                judgement.resource().type(),
                compliant(judgement),
                judgement.problems().stream()
                        .filter(p -> !isInvalid(p))
                        .map(TagProblem::key)
                        .toList(),
                judgement.problems().stream()
                        .filter(TagReport::isInvalid)
                        .map(TagProblem::key)
                        .toList(),
                read.orElse(null),
                decision.creation().who().creator(),
                decision.remarks(judgement),
                judgement.outcome(),
                judgement.reason().isEmpty() ? null : judgement.reason());
    }

    private static Boolean compliant(Judgement judgement) {
        boolean judged = judgement.tags().isPresent() && judgement.exemption().isEmpty();
        return judged ? judgement.problems().isEmpty() : null;
    }

    private static boolean isInvalid(TagProblem problem) {
        return switch (problem) {
            case TagProblem.Missing missing -> false;
            case TagProblem.OtherCase otherCase -> false;
            case TagProblem.Miswritten miswritten -> true;
            case TagProblem.Invalid invalid -> true;
        };
    }
}
