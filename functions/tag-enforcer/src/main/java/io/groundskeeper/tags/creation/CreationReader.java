package io.groundskeeper.tags.creation;

import io.groundskeeper.core.event.CloudTrailRecord;
import io.groundskeeper.core.event.Envelope;
import io.groundskeeper.core.event.Event;
import io.groundskeeper.core.identity.UserIdentity;
import io.groundskeeper.tags.catalogue.ArnTemplate;
import io.groundskeeper.tags.catalogue.Catalogue;
import io.groundskeeper.tags.catalogue.CreationKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.MissingNode;

/** Reads out of an event what was created and by whom. No call is made, and no event is an error. */
public final class CreationReader {

    private final Catalogue catalogue;

    public CreationReader(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** What {@code event} says. */
    public Reading read(Event event) {
        return event instanceof Event.ApiCall(var envelope, var record)
                ? read(envelope, record)
                : new Reading.NothingCreated(
                        "Not a recorded API call, but: " + event.envelope().detailType(),
                        UserIdentity.of(MissingNode.getInstance()));
    }

    private Reading read(Envelope envelope, CloudTrailRecord record) {
        var who = UserIdentity.of(record.userIdentity());
        var failure = failure(record);
        if (failure.isPresent()) {
            return new Reading.NothingCreated("The call failed, so it created nothing: " + failure.get(), who);
        }
        var source = record.eventSource();
        var name = record.eventName();
        var kind = catalogue.find(source, name, record.json());
        if (kind.isPresent()) {
            return read(envelope, record, kind.get(), who);
        }
        return catalogue
                .notTaggable(source, name)
                .<Reading>map(why -> new Reading.NothingCreated(
                        "%s %s creates nothing that is checked: %s".formatted(source, name, why), who))
                .orElseGet(() -> Verbs.create(name)
                        ? new Reading.NotListed(source, name, who)
                        : new Reading.NothingCreated("%s %s is not in the catalogue".formatted(source, name), who));
    }

    private static Reading read(Envelope envelope, CloudTrailRecord record, CreationKind kind, UserIdentity who) {
        return kind.updateWhen().filter(path -> path.holds(record.json())).isPresent()
                ? new Reading.NothingCreated(
                        "It changed what existed before, as the record says at "
                                + kind.updateWhen().get(),
                        who)
                : created(envelope, record, kind, who);
    }

    private static Optional<String> failure(CloudTrailRecord record) {
        // A code of a wrong type still says that the call failed.
        var code = record.json().path("errorCode");
        return record.errorCode()
                .or(() -> code.isNull()
                                || code.isMissingNode()
                                || code.asString("?").isEmpty()
                        ? Optional.empty()
                        : Optional.of("errorCode " + code.asString("of a wrong type")));
    }

    private static Reading created(Envelope envelope, CloudTrailRecord record, CreationKind kind, UserIdentity who) {
        var ids = kind.ids().texts(record.json());
        var place = Place.of(envelope, record);
        if (ids.stream().allMatch(Optional::isEmpty)) {
            return isCutOff(record)
                    ? new Reading.TooLarge(record.eventName(), place, who)
                    : new Reading.NothingCreated("The record has no id at " + kind.ids(), who);
        }
        if (place.region().isEmpty()) {
            return new Reading.NothingCreated("Neither the record nor its envelope names a region", who);
        }
        var resources = resources(record, kind, ids, place);
        return resources.isEmpty()
                ? new Reading.NothingCreated(
                        "Neither recipientAccountId, userIdentity.accountId nor the envelope names an account, or the record names only a part of the resource",
                        who)
                : new Reading.Creation(
                        record.eventName(), resources, who, record.time().or(envelope::time));
    }

    private static boolean isCutOff(CloudTrailRecord record) {
        return Stream.of(record.requestParameters(), record.responseElements())
                .anyMatch(tree -> tree.path("omitted").asBoolean(false));
    }

    private static List<CreatedResource> resources(
            CloudTrailRecord record, CreationKind kind, List<Optional<String>> ids, Place place) {
        var arns = kind.arn().map(path -> path.texts(record.json())).orElse(List.of());
        var tags = kind.requestTags().read(record.json());
        var parent = kind.parent()
                .flatMap(path -> path.texts(record.json()).stream().findFirst().flatMap(first -> first));
        var resources = new ArrayList<CreatedResource>();
        for (int i = 0; i < ids.size(); i++) {
            if (ids.get(i).isEmpty()) {
                continue;
            }
            var id = ids.get(i).get();
            arn(kind, arns.size() == ids.size() ? arns.get(i) : Optional.empty(), id, parent, place)
                    .ifPresent(arn -> resources.add(new CreatedResource(
                            arn,
                            kind.type(),
                            id,
                            place.region(),
                            place.account(),
                            tags,
                            kind.cloudControlId().flatMap(template -> template.identifier(id, arn, parent)),
                            kind.taggableAfter(),
                            kind.mayBeUpdate())));
        }
        return resources;
    }

    /** The record's own ARN, or an id that is one, else one built; empty when that needs what is not known. */
    private static Optional<String> arn(
            CreationKind kind, Optional<String> recorded, String id, Optional<String> parent, Place place) {
        var template = kind.arnTemplate();
        return recorded.filter(CreationReader::isArn)
                .or(() -> Optional.of(id).filter(CreationReader::isArn))
                .or(() -> canBuild(template, place, parent)
                        ? Optional.of(template.arn(place.region(), place.account(), id, parent.orElse("")))
                        : Optional.empty());
    }

    private static boolean canBuild(ArnTemplate template, Place place, Optional<String> parent) {
        return !(template.needsAccount() && place.account().isEmpty()) && !(template.needsParent() && parent.isEmpty());
    }

    private static boolean isArn(String text) {
        return text.startsWith("arn:");
    }
}
