package io.groundskeeper.interruption.keeper;

import io.groundskeeper.core.cluster.Home;
import io.groundskeeper.core.cluster.Names;
import io.groundskeeper.core.interruption.Rule;
import io.groundskeeper.core.interruption.Rules;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Tells whose queue or rules a call changed, by names: ours, and those that Karpenter's guide, its Terraform module and
 * eksctl give.
 */
record Touched(KeptClusters clusters, Rules rules) {

    /** How all of them begin the names of rules. */
    private static final String KARPENTER = "Karpenter";

    /**
     * Whose a change may be.
     *
     * @param clusters by name; whether they are looked after was not asked
     * @param anyones whether it may be of any cluster, since its name says only that it is Karpenter's
     */
    record By(List<String> clusters, boolean anyones) {

        By {
            clusters = List.copyOf(clusters);
        }
    }

    By by(ChangeCall call) {
        var home = clusters.home();
        if (home.isEmpty()) {
            return new By(List.of(), false);
        }
        var all = clusters.names();
        var queues = Stream.concat(call.queues().stream(), targets(call)).toList();
        var named = all.stream()
                .filter(cluster -> isQueue(home.get(), cluster, queues)
                        || call.rule()
                                .filter(rule -> isRule(home.get(), cluster, rule))
                                .isPresent())
                .toList();
        var anyones = named.isEmpty()
                && call.rule().filter(rule -> rule.startsWith(KARPENTER)).isPresent();
        return new By(named, anyones);
    }

    /** The queues that the rule fills now, if there still is one. */
    private Stream<String> targets(ChangeCall call) {
        return call.rule().stream()
                .map(name -> rules.find(Set.of(name)).values())
                .flatMap(Collection<Rule>::stream)
                .flatMap(rule -> rule.targets().stream())
                .map(target -> target.arn().substring(target.arn().lastIndexOf(':') + 1));
    }

    private static boolean isQueue(Home home, String cluster, List<String> queues) {
        return Stream.of(new Names(home.cluster(cluster)).queue(), cluster, KARPENTER + "-" + cluster)
                .anyMatch(queues::contains);
    }

    private static boolean isRule(Home home, String cluster, String rule) {
        var names = new Names(home.cluster(cluster));
        return Stream.of(names.ec2Rule(), names.healthRule()).anyMatch(rule::equals) || contains(rule, cluster);
    }

    /** As a word of its own: cluster "a" is not part of every name. */
    private static boolean contains(String rule, String cluster) {
        return Optional.of(Pattern.compile("(?<![A-Za-z0-9])" + Pattern.quote(cluster) + "(?![A-Za-z0-9])"))
                .filter(word -> word.matcher(rule).find())
                .isPresent();
    }
}
