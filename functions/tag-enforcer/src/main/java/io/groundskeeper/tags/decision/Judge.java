package io.groundskeeper.tags.decision;

import io.groundskeeper.core.tagpolicy.TagPolicy;
import io.groundskeeper.tags.creation.CreatedResource;
import io.groundskeeper.tags.creation.Reading;
import io.groundskeeper.tags.live.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Judges what an event created, by what was seen of it. Makes no call. */
public final class Judge {

    // What EC2 has made can be read seconds later; what is not there after minutes was deleted again.
    private static final Duration GONE_AFTER = Duration.ofMinutes(5);

    private final TagPolicy policy;

    public Judge(TagPolicy policy) {
        this.policy = policy;
    }

    /**
     * Judges a creation.
     *
     * @param sightings by ARN; not used for what is exempt
     * @param created when it was made, or is assumed to have been
     */
    public Decision decide(Reading.Creation creation, Map<String, Sighting> sightings, Instant created, Instant now) {
        if (isExempt(creation)) {
            return new Decision(
                    creation, creation.resources().stream().map(Judge::exempt).toList());
        }
        var age = Duration.between(created, now);
        List<Judgement> judgements = creation.resources().stream()
                .map(resource -> judge(resource, sightings.getOrDefault(resource.arn(), new Sighting.Absent()), age))
                .toList();
        return new Decision(creation, Decision.toldTogether(judgements));
    }

    /** Whether nothing is wrong with tags. */
    public boolean accepts(Map<String, String> tags) {
        return policy.problems(tags).isEmpty();
    }

    /** Whether nobody is to be asked for tags: a service made it for itself. */
    public static boolean isExempt(Reading.Creation creation) {
        return creation.who().serviceLinked();
    }

    private static Judgement exempt(CreatedResource resource) {
        return Judgement.unread(
                resource, Outcome.EXEMPT, "made by an AWS service with its service-linked role, not by a person");
    }

    private Judgement judge(CreatedResource resource, Sighting sighting, Duration age) {
        return switch (sighting) {
            case Sighting.Present(var tags) -> Judgement.read(resource, policy.problems(tags), tags, "");
            case Sighting.Unverified(var tags, var why) -> Judgement.read(resource, policy.problems(tags), tags, why);
            case Sighting.Unreadable(var why, var cause) -> Judgement.failed(resource, why, cause);
            case Sighting.Impossible(var why) -> Judgement.unread(resource, Outcome.FAILED, why);
            case Sighting.Unasked() ->
                Judgement.unread(
                        resource, Outcome.WAITING, "not looked at yet: there is more than can be read at once");
            case Sighting.Deleted() ->
                Judgement.unread(
                        resource,
                        Outcome.GONE,
                        "deleted: the Tagging API still lists it, Cloud Control does not find it any more");
            case Sighting.Absent()
            when age.compareTo(GONE_AFTER) < 0 -> Judgement.unread(resource, Outcome.WAITING, "not visible yet");
            case Sighting.Absent() ->
                Judgement.unread(
                        resource,
                        Outcome.GONE,
                        "neither the Tagging API nor Cloud Control finds it, %d minutes after it was made"
                                .formatted(age.toMinutes()));
        };
    }
}
