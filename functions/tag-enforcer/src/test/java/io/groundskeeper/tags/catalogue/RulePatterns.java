package io.groundskeeper.tags.catalogue;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.tags.creation.Verbs;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The event patterns by which EventBridge hands creations to tag-enforcer, made from the catalogue. */
final class RulePatterns {

    /** They call something that begins like a creation all day long: of these only what the catalogue has is taken. */
    static final Set<String> BUSY = Set.of(
            "glue.amazonaws.com", "kms.amazonaws.com", "logs.amazonaws.com", "s3.amazonaws.com", "sso.amazonaws.com");

    /** The same, and they create nothing that has tags. */
    private static final Set<String> TAGLESS =
            Set.of("signin.amazonaws.com", "sso.amazonaws.com", "sso-oauth.amazonaws.com", "ssmmessages.amazonaws.com");

    /** Services whose calls are made or recorded in us-east-1 only. */
    private static final Set<String> GLOBAL = Set.of(
            "cloudfront.amazonaws.com", "ecr-public.amazonaws.com", "iam.amazonaws.com", "route53.amazonaws.com");

    private final List<CreationKind> kinds;

    RulePatterns(Catalogue catalogue) {
        this.kinds = catalogue.kinds();
    }

    /** Whatever looks like a creation, so that what the catalogue lacks is noticed, and its rows that do not look so. */
    ObjectNode creations() {
        var pattern = pattern();
        var detail = (ObjectNode) pattern.path("detail");
        var others = new TreeSet<>(BUSY);
        others.addAll(TAGLESS);
        addAll(detail.putArray("eventSource").addObject().putArray("anything-but"), others);
        names(detail, names(kind -> !BUSY.contains(kind.eventSource())));
        return finish(pattern);
    }

    /** What the catalogue has of the busy services. */
    ObjectNode busy() {
        var pattern = pattern();
        var detail = (ObjectNode) pattern.path("detail");
        addAll(detail.putArray("eventSource"), new TreeSet<>(BUSY));
        addAll(detail.putArray("eventName"), names(kind -> BUSY.contains(kind.eventSource())));
        return finish(pattern);
    }

    /** What happens in us-east-1 only. */
    ObjectNode global() {
        var pattern = pattern();
        var detail = (ObjectNode) pattern.path("detail");
        addAll(detail.putArray("eventSource"), new TreeSet<>(GLOBAL));
        names(detail, names(kind -> GLOBAL.contains(kind.eventSource())));
        return finish(pattern);
    }

    private static void names(ObjectNode detail, Collection<String> all) {
        var names = detail.putArray("eventName");
        new TreeSet<>(Verbs.OF_CREATIONS).forEach(verb -> names.addObject().put("prefix", verb));
        addAll(
                names,
                all.stream()
                        .filter(name -> Verbs.OF_CREATIONS.stream().noneMatch(name::startsWith))
                        .toList());
    }

    private Collection<String> names(Predicate<CreationKind> which) {
        return kinds.stream().filter(which).map(CreationKind::eventName).collect(Collectors.toCollection(TreeSet::new));
    }

    private static ObjectNode pattern() {
        var pattern = Json.object();
        pattern.putArray("source").addObject().put("prefix", "aws.");
        // The second is how China's documentation writes it; which one is sent there could not be checked.
        pattern.putArray("detail-type").add("AWS API Call via CloudTrail").add("Amazon API Call via CloudTrail");
        pattern.putObject("detail");
        return pattern;
    }

    private static ObjectNode finish(ObjectNode pattern) {
        pattern.withObject("/detail").putArray("errorCode").addObject().put("exists", false);
        return pattern;
    }

    private static void addAll(ArrayNode list, Collection<String> texts) {
        texts.forEach(list::add);
    }
}
