package io.groundskeeper.core.interruption;

import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which kinds of events which rules bring to a queue. */
final class Feed {

    private final DesiredState desired;
    private final List<Rule> rules;
    private final Map<String, Coverage> coverage = new HashMap<>();

    Feed(DesiredState desired, List<Rule> rules) {
        this.desired = desired;
        this.rules = rules;
        rules.forEach(rule -> coverage.put(rule.arn(), Coverage.of(rule.pattern(), desired.cluster())));
    }

    /** Those kinds of a rule's purpose that the queue must get. */
    Set<Kind> required(DesiredRule rule) {
        var required = rule.purpose();
        if (!desired.healthEvents()) {
            required.remove(Kind.SCHEDULED_CHANGE);
        }
        return required;
    }

    /** Those of them that nothing brings. */
    Set<Kind> lost(DesiredRule rule) {
        var lost = required(rule);
        lost.removeAll(brought(rules));
        return lost;
    }

    /** Those of them that nothing would bring without one rule. */
    Set<Kind> lostWithout(DesiredRule rule, Rule without) {
        var lost = required(rule);
        lost.removeAll(brought(
                rules.stream().filter(each -> !each.arn().equals(without.arn())).toList()));
        return lost;
    }

    /** The kinds that a rule's pattern covers. */
    Set<Kind> covered(Rule rule) {
        return coverage.get(rule.arn()).kinds();
    }

    /** Why a rule's pattern covers nothing, where it cannot be read. */
    Optional<String> unreadable(Rule rule) {
        return coverage.get(rule.arn()).unreadable();
    }

    /** Whether a rule is another cluster's. */
    boolean isAnothers(Rule rule) {
        return Owner.of(rule.name(), rule.tags(), desired.cluster()).isForAnother(desired.cluster());
    }

    /** The kinds that rules bring, and will when another cluster's have gone. */
    private Set<Kind> brought(Collection<Rule> by) {
        var kinds = EnumSet.noneOf(Kind.class);
        by.stream()
                .filter(rule -> rule.fills(desired.queueArn()) && !isAnothers(rule))
                .forEach(rule -> kinds.addAll(covered(rule)));
        return kinds;
    }
}
