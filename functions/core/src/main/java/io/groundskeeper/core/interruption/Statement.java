package io.groundskeeper.core.interruption;

import io.groundskeeper.core.pattern.Glob;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A statement of a resource's policy.
 *
 * @param position in its policy, from one
 */
record Statement(int position, JsonNode json) {

    private static final String PRINCIPAL = "Principal";

    /** The statements of a policy, also where it has one that is no list. */
    static List<Statement> of(JsonNode policy) {
        var node = policy.path("Statement");
        var statements = new ArrayList<Statement>();
        if (node.isObject()) {
            statements.add(new Statement(1, node));
        } else {
            node.valueStream().forEach(each -> statements.add(new Statement(statements.size() + 1, each)));
        }
        return statements;
    }

    boolean allows() {
        return json.path("Effect").asString("").equals("Allow");
    }

    boolean denies() {
        return json.path("Effect").asString("").equals("Deny");
    }

    /** Whether everyone is meant, with an account or without. */
    boolean isForEveryone() {
        return json.has("NotPrincipal") || isAnyone(json.path(PRINCIPAL));
    }

    /** Whether a service is meant. */
    boolean isFor(String service) {
        return json.has("NotPrincipal")
                ? !services(json.path("NotPrincipal")).contains(service)
                : isAnyone(json.path(PRINCIPAL))
                        || services(json.path(PRINCIPAL)).contains(service);
    }

    /** Whether an action on a resource is meant. */
    boolean isAbout(String action, String resource) {
        return either("Action", action.toLowerCase(Locale.ROOT)) && either("Resource", resource);
    }

    /** Whether it has no condition. */
    boolean isUnconditional() {
        return conditions().isEmpty();
    }

    /** Whether its conditions hold for a call. */
    Truth holds(SendCall call) {
        return Truth.all(conditions().stream().map(each -> each.holds(call)).toList());
    }

    /** Whether it keeps everyone from calling a service without TLS. */
    boolean deniesPlainHttp(String everyAction, String resource) {
        var conditions = conditions();
        return denies()
                && isForEveryone()
                && !json.has("NotPrincipal")
                && isAbout(everyAction, resource)
                && conditions.size() == 1
                && conditions.getFirst().isPlainHttp();
    }

    /** The topics of SNS that it lets in; one empty text when it lets in SNS and names no topic. */
    List<String> topics() {
        if (!allows() || !services(json.path(PRINCIPAL)).contains("sns.amazonaws.com")) {
            // Consoles and older tools let everyone in for a topic.
            return allows() && isForEveryone() ? sourceTopics() : List.of();
        }
        var topics = sourceTopics();
        return topics.isEmpty() ? List.of("") : topics;
    }

    /** It, for a reader. */
    String words() {
        return sid().map(sid -> "statement " + sid).orElse("statement " + position);
    }

    Optional<String> sid() {
        return Optional.ofNullable(json.path("Sid").asString(null));
    }

    private List<String> sourceTopics() {
        return conditions().stream()
                .filter(condition -> condition.key().equalsIgnoreCase("aws:SourceArn"))
                .flatMap(condition -> condition.values().stream())
                .filter(arn -> arn.contains(":sns:"))
                .toList();
    }

    private List<Condition> conditions() {
        return Condition.of(json.path("Condition"));
    }

    private boolean either(String element, String value) {
        boolean actions = element.equals("Action");
        if (json.has("Not" + element)) {
            return !matches(json.path("Not" + element), value, actions);
        }
        return matches(json.path(element), value, actions);
    }

    private static boolean matches(JsonNode patterns, String value, boolean lower) {
        return Condition.texts(patterns).stream()
                .anyMatch(each -> Glob.matches(lower ? each.toLowerCase(Locale.ROOT) : each, value));
    }

    private static boolean isAnyone(JsonNode principal) {
        return principal.asString("").equals("*")
                || Condition.texts(principal.path("AWS")).contains("*");
    }

    private static List<String> services(JsonNode principal) {
        return Condition.texts(principal.path("Service"));
    }
}
