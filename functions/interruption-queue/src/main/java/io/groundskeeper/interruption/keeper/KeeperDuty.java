package io.groundskeeper.interruption.keeper;

import io.groundskeeper.core.cluster.Home;
import io.groundskeeper.core.event.CloudTrailRecord;
import io.groundskeeper.core.event.Event;
import io.groundskeeper.core.interruption.Keys;
import io.groundskeeper.core.interruption.Queues;
import io.groundskeeper.core.interruption.Rules;
import io.groundskeeper.core.lambda.Delivery;
import io.groundskeeper.core.lambda.Handled;
import io.groundskeeper.core.lambda.Ignored;
import io.groundskeeper.core.lambda.SqsMessage;
import io.groundskeeper.core.lambda.Verdict;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.Notifier;
import io.groundskeeper.core.slack.SlackMessage;
import io.groundskeeper.core.slack.SlackText;
import io.groundskeeper.core.task.Tasks;
import io.groundskeeper.interruption.duty.Duty;
import io.groundskeeper.interruption.keeper.KeeperTelling.Loudness;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Keeps Karpenter's queues and rules in order: when it is time, when someone changed one of them, and by hand. */
public final class KeeperDuty implements Duty {

    private static final Duration GIVEN_UP_AFTER = Duration.ofHours(6);
    private static final Duration UNREAD = Duration.ofMinutes(1);

    /** Of the 20 s that the function has; no cluster is begun by hand after that. */
    private static final Duration TIME = Duration.ofSeconds(10);

    private final KeptClusters clusters;
    private final Keeping keeping;
    private final Touched touched;
    private final Rounds rounds;
    private final Optional<Tasks> tasks;
    private final Settings settings;
    private final Notifier notifier;
    private final Clock clock;
    private final Log log;

    /**
     * @param tasks the keeper's queue; empty where there is none, for commands alone
     * @param settings with KEEPER_MINUTES, MEND_FOREIGN_QUEUES, HEALTH_EVENTS, DRY_RUN and the roles' ARNs
     * @param clock the time of day, never a sample's
     */
    public KeeperDuty(
            KeptClusters clusters,
            Queues queues,
            Rules rules,
            Keys keys,
            Optional<Tasks> tasks,
            Settings settings,
            Notifier notifier,
            Clock clock,
            Log log) {
        this.clusters = clusters;
        this.keeping = new Keeping(clusters, queues, rules, keys, settings);
        this.touched = new Touched(clusters, rules);
        this.rounds = new Rounds(clusters, log);
        this.tasks = tasks;
        this.settings = settings;
        this.notifier = notifier;
        this.clock = clock;
        this.log = log;
    }

    @Override
    public boolean takes(Event event) {
        return switch (event) {
            case Event.Schedule schedule -> true;
            case Event.ClusterTask task -> true;
            case Event.ApiCall call -> ChangeCall.isOne(call);
            default -> false;
        };
    }

    @Override
    public List<String> commandExamples() {
        return KeeperCommand.EXAMPLES;
    }

    @Override
    public boolean isCommand(JsonNode input) {
        return KeeperCommand.looksLikeOne(input);
    }

    @Override
    public Object command(JsonNode json) {
        var command = KeeperCommand.of(json);
        var ask = new Keeping.Ask(command.dryRun(), command.mendForeign(), Optional.empty());
        var rows = command.cluster()
                .map(name -> keep(named(name), ask, new Loudness(true, true)).rows())
                .orElseGet(() -> keepAll(ask));
        return logged(KeeperReport.of(rows, List.of()));
    }

    private KeptCluster named(String name) {
        return clusters.find(name)
                .orElseThrow(() ->
                        KeeperCommand.invalid("there is no EKS cluster %s in this account and Region".formatted(name)));
    }

    private List<Row> keepAll(Keeping.Ask ask) {
        var end = clock.instant().plus(TIME);
        var rows = new ArrayList<Row>();
        for (var name : clusters.names()) {
            if (clock.instant().isAfter(end)) {
                rows.add(failed(name, "not looked at, since there was no time left: name it alone"));
                continue;
            }
            try {
                clusters.find(name)
                        .filter(KeptCluster::isKept)
                        .map(cluster ->
                                keep(cluster, ask, new Loudness(true, true)).rows())
                        .ifPresent(rows::addAll);
            } catch (RuntimeException e) {
                log.error("keeper-failed", e, Map.of("cluster", name));
                rows.add(failed(name, e.getMessage()));
            }
        }
        return rows;
    }

    private static Row failed(String cluster, String why) {
        return new Row(cluster, null, why, null, null, Outcome.FAILED);
    }

    @Override
    public Handled handle(List<Delivery> deliveries, List<Ignored> unreadable) {
        var rows = new ArrayList<Row>();
        var ignored = new ArrayList<>(unreadable);
        var verdicts = new HashMap<String, Verdict>();
        for (var delivery : deliveries) {
            var look = new Look(delivery, rows, ignored);
            try {
                verdicts.put(delivery.id(), look.handle());
            } catch (RuntimeException e) {
                verdicts.put(delivery.id(), new Verdict.Failed(e));
            }
        }
        return new Handled(logged(KeeperReport.of(rows, ignored)), verdicts);
    }

    /** The handling of one event. */
    private final class Look {

        private final Delivery delivery;
        private final List<Row> rows;
        private final List<Ignored> ignored;

        Look(Delivery delivery, List<Row> rows, List<Ignored> ignored) {
            this.delivery = delivery;
            this.rows = rows;
            this.ignored = ignored;
        }

        Verdict handle() {
            return switch (delivery.event()) {
                case Event.Schedule schedule -> round(KeeperTask.KEEP);
                case Event.ClusterTask task -> task(task);
                case Event.ApiCall call -> changed(call);
                default -> throw new IllegalStateException("Not an event of the keeper's");
            };
        }

        private Verdict round(KeeperTask task) {
            queue().send(rounds.tasks(task));
            return new Verdict.Done();
        }

        private Verdict task(Event.ClusterTask event) {
            var task = KeeperTask.of(event.task());
            if (task.isEmpty()) {
                return ignore("the keeper knows no task \"%s\"".formatted(event.task()));
            }
            var cluster = clusters.find(event.cluster()).filter(KeptCluster::isKept);
            if (cluster.isEmpty()) {
                return ignore("cluster %s is not looked after any more".formatted(event.cluster()));
            }
            return switch (task.get()) {
                case KEEP -> keep(cluster.get(), Keeping.Ask.USUAL, isTelling());
                case KEEP_NOW -> keep(cluster.get(), Keeping.Ask.USUAL, true);
                case UNREAD -> unread(cluster.get());
            };
        }

        private Verdict unread(KeptCluster cluster) {
            keeping.unread(cluster).ifPresent(row -> {
                rows.add(row);
                tell(cluster, List.of(row), Optional.empty(), new Loudness(true, isFirstTry()));
            });
            return new Verdict.Done();
        }

        private Verdict changed(Event.ApiCall event) {
            var call = ChangeCall.of(event.record());
            if (call.isEmpty()) {
                return ignore("the call failed, or names no queue, and no rule of the default bus");
            }
            if (OwnRoles.of(settings).made(call.get().who())) {
                return ignore("made by a function of Groundskeeper");
            }
            var elsewhere = clusters.home().filter(home -> !isIn(home, event.record()));
            if (elsewhere.isPresent()) {
                return ignore("made in account %s, Region %s: ours are in %s, %s"
                        .formatted(
                                event.record().accountId(),
                                event.record().region(),
                                elsewhere.get().account(),
                                elsewhere.get().region()));
            }
            var by = touched.by(call.get());
            if (by.anyones()) {
                return round(KeeperTask.KEEP_NOW);
            }
            var kept = by.clusters().stream()
                    .flatMap(name -> clusters.find(name).filter(KeptCluster::isKept).stream())
                    .toList();
            if (kept.isEmpty()) {
                return ignore("no queue or rule of a cluster that is looked after");
            }
            var wait = call.get().untilSettled(delivery.now());
            return wait.isPositive()
                    ? new Verdict.NotReady(
                            wait, "a queue may still be seen for 60 s after it was deleted, and not be made again")
                    : keep(kept, call);
        }

        /** Other accounts and Regions, which may forward their events, have queues and rules of the same names. */
        private static boolean isIn(Home home, CloudTrailRecord record) {
            return Set.of("", home.account()).contains(record.accountId())
                    && Set.of("", home.region()).contains(record.region());
        }

        /** One that fails must not keep the others from being looked at; all are again when the message comes back. */
        private Verdict keep(List<KeptCluster> kept, Optional<ChangeCall> call) {
            Verdict verdict = new Verdict.Done();
            for (var cluster : kept) {
                try {
                    var one = keep(cluster, new Keeping.Ask(false, false, call), true);
                    verdict = verdict instanceof Verdict.Done ? one : verdict;
                } catch (RuntimeException e) {
                    log.error("keeper-failed", e, Map.of("cluster", cluster.id().name()));
                    verdict = new Verdict.Failed(e);
                }
            }
            return verdict;
        }

        private Verdict keep(KeptCluster cluster, Keeping.Ask ask, boolean standing) {
            var kept = KeeperDuty.this.keep(cluster, ask, new Loudness(standing, isFirstTry()));
            rows.addAll(kept.rows());
            var failed = kept.rows().stream()
                    .filter(row -> row.outcome() == Outcome.FAILED)
                    .findFirst();
            if (failed.isPresent()) {
                return new Verdict.Failed(new IllegalStateException(
                        failed.get().resource() + ": " + failed.get().difference()));
            }
            return kept.lookAgainIn()
                    .<Verdict>map(wait -> new Verdict.NotReady(wait, "AWS does not take or show a change yet"))
                    .orElseGet(Verdict.Done::new);
        }

        private boolean isFirstTry() {
            return delivery.message().map(SqsMessage::receiveCount).orElse(1) == 1;
        }

        private boolean isTelling() {
            return Rounds.isTelling(delivery.event().envelope().time().orElse(delivery.now()), every());
        }

        private Verdict ignore(String why) {
            ignored.add(new Ignored(delivery.event().envelope().id(), why));
            return new Verdict.Done();
        }
    }

    private Keeping.Kept keep(KeptCluster cluster, Keeping.Ask ask, Loudness loudness) {
        var kept = keeping.keep(cluster, ask);
        if (!ask.dryRun()) {
            tell(cluster, kept.rows(), ask.change(), loudness);
            if (kept.unread() && cluster.isKept()) {
                tasks.ifPresent(queue -> queue.send(cluster.id().name(), KeeperTask.UNREAD.text(), UNREAD));
            }
        }
        return kept;
    }

    private void tell(KeptCluster cluster, List<Row> rows, Optional<ChangeCall> change, Loudness loudness) {
        KeeperTelling.of(cluster.id().name(), rows, change, loudness).ifPresent(notifier::send);
    }

    private Tasks queue() {
        return tasks.orElseThrow(
                () -> settings.bad("KEEPER_QUEUE_URL", "", "the URL of the queue by which the keeper asks itself"));
    }

    private Duration every() {
        var minutes = settings.find("KEEPER_MINUTES").orElse("60");
        try {
            return Duration.ofMinutes(Integer.parseInt(minutes));
        } catch (NumberFormatException e) {
            throw settings.bad("KEEPER_MINUTES", minutes, "a whole number of minutes");
        }
    }

    private KeeperReport logged(KeeperReport report) {
        log.info("report", Map.of("report", report));
        return report;
    }

    @Override
    public Instant deadline(Delivery delivery, Instant firstReceived) {
        return firstReceived.plus(GIVEN_UP_AFTER);
    }

    @Override
    public SlackMessage givenUp(Delivery delivery, String why) {
        var about = switch (delivery.event()) {
            case Event.ClusterTask task -> "cluster " + task.cluster();
            case Event.ApiCall call ->
                ChangeCall.of(call.record()).map(ChangeCall::words).orElse("a change of a queue or rule");
            default -> "all clusters";
        };
        return SlackMessage.of(
                "Karpenter's interruption queue could not be kept in order",
                SlackText.escape("%s: given up after 6 hours. %s".formatted(about, why)));
    }
}
