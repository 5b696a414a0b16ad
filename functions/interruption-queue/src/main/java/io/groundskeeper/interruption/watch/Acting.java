package io.groundskeeper.interruption.watch;

import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.interruption.atonce.AtOnce;
import io.groundskeeper.interruption.atonce.AtOnce.Answer;
import io.groundskeeper.interruption.atonce.NoAnswerException;
import io.groundskeeper.interruption.cluster.Look;
import io.groundskeeper.interruption.duty.KeeperCalls;
import io.groundskeeper.interruption.watch.action.Turns;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Takes the steps that judgements about one cluster ask for, for all instances at once: the trouble of one costs no
 * other. What was judged twice about one instance is taken one after the other.
 */
final class Acting {

    /** What was begun must have an answer before the pass is over. */
    private static final Duration LAST_ANSWERS = Duration.ofMillis(500);

    private final Settings settings;
    private final KeeperCalls keeper;
    private final Clock clock;
    private final Log log;

    /**
     * @param settings of the function; clusters override them by their tags
     * @param clock the time of day, never a sample's
     */
    Acting(Settings settings, KeeperCalls keeper, Clock clock, Log log) {
        this.settings = settings;
        this.keeper = keeper;
        this.clock = clock;
        this.log = log;
    }

    /**
     * A finding for each judgement, by its warning.
     *
     * @param start when the warnings' own now was
     * @param end when the pass must be over
     */
    Map<Warning, Finding> act(Look.Seen cluster, List<Judgement> judgements, Instant start, Instant end) {
        var stepIn = new StepIn(cluster, new Turns(), settings, clock, end.minus(LAST_ANSWERS));
        var findings = new HashMap<Warning, Finding>();
        judgements.stream().map(Judgement::finding).forEach(finding -> findings.put(finding.warning(), finding));
        var byInstance = judgements.stream()
                .filter(judgement -> judgement.step().isPresent())
                // What lets a node's pods go comes before what only deletes its NodeClaim.
                .sorted(Comparator.comparing(
                        judgement -> !judgement.finding().warning().kind().isInterruption()))
                .collect(Collectors.groupingBy(
                        judgement -> judgement.finding().warning().instanceId(),
                        LinkedHashMap::new,
                        Collectors.toList()));
        AtOnce.ask(
                        byInstance.keySet(),
                        instance -> inTurn(stepIn, byInstance.get(instance), start),
                        Duration.between(clock.instant(), end))
                .forEach((instance, answer) -> findings.putAll(
                        switch (answer) {
                            case Answer.Came<Map<Warning, Finding>>(var taken) -> taken;
                            case Answer.Failed<Map<Warning, Finding>>(var why) -> failed(byInstance.get(instance), why);
                        }));
        findings.values().stream()
                .filter(stepIn::isUnheard)
                .map(Finding::cluster)
                .flatMap(Optional::stream)
                .distinct()
                .forEach(this::askKeeper);
        return findings;
    }

    private static Map<Warning, Finding> inTurn(StepIn stepIn, List<Judgement> judgements, Instant start) {
        var taken = new HashMap<Warning, Finding>();
        for (var judgement : judgements) {
            var warning = judgement.finding().warning();
            // A sample's clock is its own.
            var shift = Duration.between(warning.now(), start);
            taken.put(
                    warning,
                    stepIn.take(
                            judgement.finding(),
                            judgement.step().orElseThrow(),
                            warning.goesAt().map(goesAt -> goesAt.plus(shift))));
        }
        return taken;
    }

    private static Map<Warning, Finding> failed(List<Judgement> judgements, RuntimeException why) {
        return judgements.stream()
                .map(Judgement::finding)
                .collect(Collectors.toMap(
                        Finding::warning,
                        finding -> why instanceof NoAnswerException none
                                ? StepIn.unfinished(finding, none)
                                : StepIn.failed(finding, "nothing could be done about it", why)));
    }

    private void askKeeper(String cluster) {
        try {
            keeper.lookAt(cluster);
        } catch (RuntimeException e) {
            // The keeper looks at each cluster every hour all the same.
            log.error("keeper-not-asked", e, Map.of("cluster", cluster));
        }
    }
}
