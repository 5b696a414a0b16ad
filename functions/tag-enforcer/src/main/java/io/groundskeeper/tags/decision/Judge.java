package io.groundskeeper.tags.decision;

import io.groundskeeper.core.tagpolicy.ResourceType;
import io.groundskeeper.core.tagpolicy.TagPolicy;
import io.groundskeeper.core.tagpolicy.TagProblem;
import io.groundskeeper.tags.creation.CreatedResource;
import io.groundskeeper.tags.creation.Reading;
import io.groundskeeper.tags.exemption.Exemption;
import io.groundskeeper.tags.exemption.Exemptions;
import io.groundskeeper.tags.exemption.Subject;
import io.groundskeeper.tags.live.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Judges what an event created, by what was seen of it. Makes no call. */
public final class Judge {

    // What EC2 has made can be read seconds later; what is not there after minutes was deleted again.
    private static final Duration GONE_AFTER = Duration.ofMinutes(5);

    private final TagPolicy policy;
    private final Exemptions exemptions;

    public Judge(TagPolicy policy, Exemptions exemptions) {
        this.policy = policy;
        this.exemptions = exemptions;
    }

    /**
     * Judges a creation.
     *
     * @param sightings by ARN; not used for what is exempt by its record alone
     * @param created when it was made, or is assumed to have been
     */
    public Decision decide(Reading.Creation creation, Map<String, Sighting> sightings, Instant created, Instant now) {
        var age = Duration.between(created, now);
        List<Judgement> judgements = creation.resources().stream()
                .map(resource -> exemption(creation, resource, resource.requestTags())
                        .map(exemption -> Judgement.exempt(resource, exemption, Optional.empty()))
                        .orElseGet(() -> judge(
                                creation,
                                resource,
                                sightings.getOrDefault(resource.arn(), new Sighting.Absent()),
                                age)))
                .toList();
        return new Decision(creation, Decision.toldTogether(judgements));
    }

    /** What must be looked at: all that is not exempt by its record alone. */
    public List<CreatedResource> toLookAt(Reading.Creation creation) {
        return creation.resources().stream()
                .filter(resource ->
                        exemption(creation, resource, resource.requestTags()).isEmpty())
                .toList();
    }

    /** Whether nothing is wrong with the tags of a resource. */
    public boolean accepts(CreatedResource resource, Map<String, String> tags) {
        return problems(resource, tags).isEmpty();
    }

    private List<TagProblem> problems(CreatedResource resource, Map<String, String> tags) {
        return policy.problems(ResourceType.of(resource.type()), tags);
    }

    private Optional<Exemption> exemption(
            Reading.Creation creation, CreatedResource resource, Map<String, String> tags) {
        return exemptions.find(new Subject(creation.who(), resource, tags));
    }

    private Judgement judge(Reading.Creation creation, CreatedResource resource, Sighting sighting, Duration age) {
        return switch (sighting) {
            case Sighting.Present(var tags) -> read(creation, resource, tags, "");
            case Sighting.Unverified(var tags, var why) -> read(creation, resource, tags, why);
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

    private Judgement read(Reading.Creation creation, CreatedResource resource, Map<String, String> tags, String note) {
        return exemption(creation, resource, tags)
                .map(exemption -> Judgement.exempt(resource, exemption, Optional.of(tags)))
                .orElseGet(() -> Judgement.read(resource, problems(resource, tags), tags, note));
    }
}
