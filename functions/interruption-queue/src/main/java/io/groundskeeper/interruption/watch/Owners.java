package io.groundskeeper.interruption.watch;

import io.groundskeeper.core.aws.KnownRegions;
import io.groundskeeper.core.aws.TagReader;
import io.groundskeeper.interruption.atonce.AtOnce;
import io.groundskeeper.interruption.atonce.AtOnce.Answer;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds out whose the instances of many warnings are, with one call for each account and Region, all at once;
 * those that are in no hurry by themselves when they are many. */
final class Owners {

    private static final Pattern ACCOUNT = Pattern.compile("[0-9]{12}");

    private record Place(String account, String region) {

        static Place of(Warning warning) {
            return new Place(warning.account(), warning.region());
        }
    }

    private record Question(Place place, Set<String> ids) {}

    /** Whose the instances of some warnings are. A warning that names a wrong account or Region says it of itself only. */
    static final class Found {

        private final Map<Place, Map<String, Owner>> byPlace;

        private Found(Map<Place, Map<String, Owner>> byPlace) {
            this.byPlace = byPlace;
        }

        /** Whose a warning's instance is; empty when that was not to be looked up. */
        Optional<Owner> owner(Warning warning) {
            return warning.instanceId().map(byPlace.getOrDefault(Place.of(warning), Map.of())::get);
        }
    }

    private final InstanceTags tags;

    Owners(InstanceTags tags) {
        this.tags = tags;
    }

    /**
     * Each instance of a warning that is to be looked up.
     *
     * @param left how long it may take
     */
    Found of(List<Warning> warnings, Duration left) {
        var questions = warnings.stream()
                .filter(warning -> warning.ignoredBecause().isEmpty()
                        && warning.instanceId().isPresent())
                .collect(Collectors.groupingBy(Place::of))
                .entrySet()
                .stream()
                .flatMap(place -> questions(place.getKey(), place.getValue()))
                .toList();
        var owners = new HashMap<Place, Map<String, Owner>>();
        AtOnce.ask(questions, question -> in(question.place(), question.ids()), left)
                .forEach((question, answer) -> owners.computeIfAbsent(question.place(), place -> new HashMap<>())
                        .putAll(
                                switch (answer) {
                                    case Answer.Came<Map<String, Owner>>(var found) -> found;
                                    case Answer.Failed<Map<String, Owner>>(var why) ->
                                        all(question.ids(), new Owner.NotKnown(why));
                                }));
        return new Found(owners);
    }

    /** One, or two where so many are only told of that those with two minutes would wait for them. */
    private static Stream<Question> questions(Place place, List<Warning> warnings) {
        var all = ids(warnings.stream());
        if (all.size() <= TagReader.AT_ONCE) {
            return Stream.of(new Question(place, all));
        }
        var pressing = ids(warnings.stream().filter(warning -> warning.kind().watched()));
        all.removeAll(pressing);
        return Stream.of(new Question(place, pressing), new Question(place, all))
                .filter(question -> !question.ids().isEmpty());
    }

    private Map<String, Owner> in(Place place, Set<String> ids) {
        // One malformed ARN makes the service refuse all that are asked for with it.
        if (!ACCOUNT.matcher(place.account()).matches()) {
            return all(
                    ids,
                    new Owner.NotAsked(
                            "the event's account is \"%s\", no account's twelve digits".formatted(place.account())));
        }
        if (!KnownRegions.contains(place.region())) {
            return all(
                    ids,
                    new Owner.NotAsked("the event's region is \"%s\", no Region of AWS".formatted(place.region())));
        }
        var found = tags.of(place.account(), place.region(), ids);
        return ids.stream().collect(Collectors.toMap(id -> id, id -> Owner.of(found.getOrDefault(id, Map.of()))));
    }

    private static Map<String, Owner> all(Set<String> ids, Owner owner) {
        return ids.stream().collect(Collectors.toMap(id -> id, id -> owner));
    }

    private static Set<String> ids(Stream<Warning> warnings) {
        return warnings.flatMap(warning -> warning.instanceId().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
