package io.groundskeeper.core.interruption;

import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.cluster.Tags;
import io.groundskeeper.core.interruption.Difference.Subject;
import io.groundskeeper.core.interruption.Owner.Maker;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether rules bring every kind of event to the queue, and what mends it. Rules of ours fill what others' leave; a kind
 * that someone else's rule brings is not brought a second time.
 */
final class RulesJudge {

    private static final int MOST_TARGETS = 5;
    // Where the usual id is another queue's, which is not to lose the rule.
    private static final String SECOND_TARGET_ID = DesiredRule.TARGET_ID + "-2";

    private final DesiredState desired;
    private final ClusterId cluster;
    private final String queueArn;
    private final Owner queueOwner;
    private final boolean queueIsOurs;
    private final List<Rule> rules;
    private final Feed feed;

    RulesJudge(DesiredState desired, Found found, Owner queueOwner) {
        this.desired = desired;
        cluster = desired.cluster();
        queueArn = desired.queueArn();
        this.queueOwner = queueOwner;
        queueIsOurs = queueOwner.isOurs(cluster);
        rules = found.rules();
        feed = new Feed(desired, rules);
    }

    /** EventBridge's calls for the rules that fill the queue, and for ours that will. */
    List<SendCall> calls() {
        var arns = new TreeSet<String>();
        rules.stream()
                .filter(rule -> rule.isAimed(queueArn) && !feed.isAnothers(rule))
                .map(Rule::arn)
                .forEach(arns::add);
        differences().stream()
                .flatMap(difference -> difference.changes().stream())
                .filter(QueueChange.PutTarget.class::isInstance)
                .map(QueueChange::arn)
                .forEach(arns::add);
        return arns.stream().map(arn -> new SendCall(arn, queueArn)).toList();
    }

    List<Difference> differences() {
        var differences = new ArrayList<Difference>();
        for (var rule : DesiredRule.of(desired.names())) {
            named(rule)
                    .ifPresentOrElse(
                            there -> differences.addAll(ofOurs(rule, there)),
                            () -> missing(rule).ifPresent(differences::add));
        }
        rules.stream().filter(rule -> !hasOurName(rule)).forEach(rule -> differences.addAll(ofOthers(rule)));
        return differences;
    }

    private Optional<Difference> missing(DesiredRule rule) {
        var wanted = feed.lost(rule);
        if (!queueIsOurs) {
            // Another's rule that only has to be mended is mended: it would come back beside ours.
            rules.stream().filter(this::isOthersToMend).forEach(each -> wanted.removeAll(feed.covered(each)));
        }
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        var arn = desired.names().ruleArn(rule.name());
        var words = "no rule brings " + Kind.words(wanted);
        var changes = List.<QueueChange>of(
                new QueueChange.CreateRule(arn, rule.only(wanted)),
                new QueueChange.PutTarget(arn, rule.name(), DesiredRule.TARGET_ID, queueArn, true));
        return Optional.of(new Difference(arn, Subject.EXISTENCE, words, queueOwner, changes));
    }

    private List<Difference> ofOurs(DesiredRule rule, Rule there) {
        var owner = owner(there, rule);
        if (owner.isForAnother(cluster)) {
            return List.of(forAnother(there, owner));
        }
        if (feed.required(rule).isEmpty()) {
            return ofOptedOut(there, owner);
        }
        var wanted = feed.lostWithout(rule, there);
        if (wanted.isEmpty()) {
            // Someone's own rules do its work: then it may be off, as it may be gone.
            return List.of();
        }
        var differences = new ArrayList<Difference>();
        patternAndState(rule.only(wanted), wanted, there, owner).ifPresent(differences::add);
        if (!there.tags().entrySet().containsAll(Tags.of(cluster).entrySet())) {
            differences.add(new Difference(
                    there.arn(),
                    Subject.TAGS,
                    "it lacks the tags that say whose it is",
                    owner,
                    List.of(new QueueChange.TagRule(there.arn(), Tags.of(cluster)))));
        }
        target(there, owner).ifPresent(differences::add);
        return differences;
    }

    private Optional<Difference> patternAndState(DesiredRule rule, Set<Kind> wanted, Rule there, Owner owner) {
        var lacking = EnumSet.copyOf(wanted);
        lacking.removeAll(feed.covered(there));
        var words = new ArrayList<String>();
        var details = new ArrayList<String>();
        if (!there.enabled()) {
            words.add("it is disabled");
            details.add("was disabled");
        }
        var becomes = rule.with(there.pattern());
        if (!lacking.isEmpty()) {
            becomes = rule;
            words.add("its pattern covers no " + Kind.words(lacking) + unreadable(there));
            details.add("pattern was %s, becomes %s".formatted(there.pattern(), becomes.pattern()));
        }
        return words.isEmpty()
                ? Optional.empty()
                : Optional.of(new Difference(
                        there.arn(),
                        Subject.PATTERN_AND_STATE,
                        String.join("; ", words),
                        owner,
                        List.of(new QueueChange.UpdateRule(there.arn(), becomes, String.join("; ", details)))));
    }

    private Optional<Difference> target(Rule there, Owner owner) {
        if (there.isAimedUnaltered(queueArn)) {
            return Optional.empty();
        }
        var altered = there.targets().stream()
                .filter(target -> target.arn().equals(queueArn))
                .findFirst();
        var id = altered.map(RuleTarget::id).orElseGet(() -> freeTargetId(there));
        boolean isNew = there.targets().stream().noneMatch(target -> target.id().equals(id));
        var words = altered.isPresent()
                ? "its target %s alters the events, which Karpenter then does not understand".formatted(id)
                : "it does not fill the queue " + queueArn;
        if (isNew && there.targets().size() >= MOST_TARGETS) {
            return Optional.of(new Difference(
                    there.arn(),
                    Subject.TARGET,
                    words + ", and has the most targets that a rule may have, %d: remove one".formatted(MOST_TARGETS),
                    owner,
                    List.of()));
        }
        return Optional.of(new Difference(
                there.arn(),
                Subject.TARGET,
                words,
                owner,
                List.of(new QueueChange.PutTarget(there.arn(), there.name(), id, queueArn, isNew))));
    }

    private String freeTargetId(Rule rule) {
        boolean taken = rule.targets().stream().anyMatch(target -> target.id().equals(DesiredRule.TARGET_ID));
        return taken && !desired.hasOurName() ? SECOND_TARGET_ID : DesiredRule.TARGET_ID;
    }

    private List<Difference> ofOptedOut(Rule there, Owner owner) {
        return there.fills(queueArn)
                ? List.of(new Difference(
                        there.arn(),
                        Subject.PATTERN_AND_STATE,
                        "it brings AWS Health's events, which the cluster's settings turn off",
                        owner,
                        List.of(new QueueChange.DisableRule(there.arn(), there.name()))))
                : List.of();
    }

    private List<Difference> ofOthers(Rule there) {
        var owner = Owner.of(there.name(), there.tags(), cluster);
        if (owner.isForAnother(cluster)) {
            return List.of(forAnother(there, owner));
        }
        if (!isOthersToMend(there)) {
            return List.of();
        }
        var differences = new ArrayList<Difference>();
        if (!there.enabled()) {
            differences.add(new Difference(
                    there.arn(),
                    Subject.PATTERN_AND_STATE,
                    "it is disabled",
                    owner,
                    List.of(new QueueChange.EnableRule(there.arn(), there.name()))));
        }
        target(there, owner).ifPresent(differences::add);
        return differences;
    }

    private Difference forAnother(Rule there, Owner owner) {
        return new Difference(
                there.arn(),
                Subject.CLUSTER,
                (there.isAimed(queueArn)
                                ? "it was made for cluster %s, and fills this one's queue"
                                : "it was made for cluster %s, and has the name of this one's rule")
                        .formatted(owner.cluster().orElseThrow()),
                owner,
                List.of());
    }

    /** Whether another's rule is aimed at the queue, and only it would bring a kind if it were in order. */
    private boolean isOthersToMend(Rule rule) {
        return !hasOurName(rule)
                && !rule.fills(queueArn)
                && !feed.isAnothers(rule)
                && DesiredRule.of(desired.names()).stream()
                        .flatMap(ours -> feed.lost(ours).stream())
                        .anyMatch(feed.covered(rule)::contains);
    }

    private Owner owner(Rule rule, DesiredRule ours) {
        var owner = Owner.of(rule.name(), rule.tags(), cluster);
        // Its name alone proves nothing.
        return owner.maker() == Maker.UNKNOWN && queueIsOurs && ours.isMet(rule, queueArn)
                ? Owner.ours(cluster)
                : owner;
    }

    private Optional<Rule> named(DesiredRule rule) {
        return rules.stream().filter(there -> there.name().equals(rule.name())).findFirst();
    }

    private boolean hasOurName(Rule rule) {
        return DesiredRule.of(desired.names()).stream()
                .anyMatch(ours -> ours.name().equals(rule.name()));
    }

    private String unreadable(Rule rule) {
        return feed.unreadable(rule)
                .map(why -> " (it cannot be read: " + why + ")")
                .orElse("");
    }
}
