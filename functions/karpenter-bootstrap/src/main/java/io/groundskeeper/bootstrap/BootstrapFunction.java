package io.groundskeeper.bootstrap;

import io.groundskeeper.bootstrap.event.ClusterSignals;
import io.groundskeeper.bootstrap.event.Signal;
import io.groundskeeper.bootstrap.event.Trigger;
import io.groundskeeper.bootstrap.task.Task;
import io.groundskeeper.core.cluster.Home;
import io.groundskeeper.core.lambda.Delivery;
import io.groundskeeper.core.lambda.Handled;
import io.groundskeeper.core.lambda.Ignored;
import io.groundskeeper.core.lambda.LambdaFunction;
import io.groundskeeper.core.lambda.SqsMessage;
import io.groundskeeper.core.lambda.Verdict;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.slack.Notifier;
import io.groundskeeper.core.slack.SlackMessage;
import io.groundskeeper.core.task.TaskMessage;
import io.groundskeeper.core.task.Tasks;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Leads EKS clusters to Karpenter, from their events and by hand. */
final class BootstrapFunction implements LambdaFunction {

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(45);
    /** As long as EKS may need to show a cluster that was just created. */
    private static final Duration YOUNG = Duration.ofMinutes(5);

    private record Asking(Delivery delivery, Signal.About signal) {}

    /** Events that are one request: a deletion is never one with those of a cluster that is there. */
    private record Subject(String cluster, boolean deleted) {
        static Subject of(Signal.About about) {
            return new Subject(about.cluster(), about.trigger() == Trigger.DELETED);
        }
    }

    private final Bootstrap bootstrap;
    private final Rounds rounds;
    private final Optional<Tasks> tasks;
    private final Supplier<Home> home;
    private final Notifier notifier;
    private final Told told;
    private final Log log;

    /** @param tasks the function's own queue; without one, what is due is done at once */
    BootstrapFunction(
            Bootstrap bootstrap,
            Rounds rounds,
            Optional<Tasks> tasks,
            Supplier<Home> home,
            Notifier notifier,
            Clock clock,
            Log log) {
        this.bootstrap = bootstrap;
        this.rounds = rounds;
        this.tasks = tasks;
        this.home = home;
        this.notifier = notifier;
        this.told = new Told(clock);
        this.log = log;
    }

    @Override
    public String name() {
        return BootstrapReport.FUNCTION;
    }

    @Override
    public List<String> commandExamples() {
        return Stream.concat(BootstrapCommand.EXAMPLES.stream(), Stream.of(ReconcileCommand.EXAMPLE))
                .toList();
    }

    @Override
    public boolean isCommand(JsonNode input) {
        return BootstrapCommand.looksLikeOne(input) || ReconcileCommand.looksLikeOne(input);
    }

    @Override
    public Object command(JsonNode command) {
        if (ReconcileCommand.looksLikeOne(command)) {
            ReconcileCommand.check(command);
            return BootstrapReport.of(reports(round()), List.of());
        }
        var request = ClusterRequest.byHand(BootstrapCommand.of(command));
        var result = look(request, false);
        goOn(request, result);
        var report = BootstrapReport.of(List.of(result.report()), List.of());
        if (result.verdict() instanceof Verdict.Failed(var cause)) {
            log.info("report", Map.of("report", report));
            throw cause;
        }
        return report;
    }

    /** A removal that waits is gone on with by messages; a command is done when it is answered. */
    private void goOn(ClusterRequest request, ClusterResult result) {
        if (request.isRemoval()
                && !request.dryRun()
                && result.verdict() instanceof Verdict.NotReady(var lookAgainIn, var why)) {
            tasks.ifPresent(queue -> queue.send(request.cluster(), Task.REMOVE.text(), lookAgainIn));
        }
    }

    @Override
    public Handled handle(List<Delivery> deliveries, List<Ignored> unreadable) {
        var ignored = new ArrayList<>(unreadable);
        var asking = new LinkedHashMap<Subject, List<Asking>>();
        var scheduled = new ArrayList<Delivery>();
        for (var delivery : deliveries) {
            switch (ClusterSignals.read(delivery.event(), home)) {
                case Signal.Nothing(var reason) -> ignored.add(new Ignored(delivery.id(), reason));
                case Signal.Removal(var cluster) -> ask(asking, delivery, ClusterRequest.goingOn(cluster));
                case Signal.CleanUp(var cluster, var before) ->
                    ask(asking, delivery, ClusterRequest.lost(cluster, Optional.of(before)));
                case Signal.Scheduled() -> scheduled.add(delivery);
                case Signal.About about -> ask(asking, delivery, about);
            }
        }
        var reports = new ArrayList<ClusterReport>();
        var verdicts = new HashMap<String, Verdict>();
        asking.forEach((subject, all) -> {
            var result = look(request(subject.cluster(), all), all.stream().anyMatch(BootstrapFunction::waited));
            reports.add(result.report());
            all.forEach(one -> verdicts.put(one.delivery().id(), Patience.with(result.verdict(), receiveCount(one))));
        });
        if (!scheduled.isEmpty()) {
            var verdict = onSchedule(reports);
            scheduled.forEach(delivery -> verdicts.put(delivery.id(), verdict));
        }
        return new Handled(BootstrapReport.of(reports, ignored), verdicts);
    }

    private static void ask(Map<Subject, List<Asking>> asking, Delivery delivery, Signal.About about) {
        asking.computeIfAbsent(Subject.of(about), subject -> new ArrayList<>()).add(new Asking(delivery, about));
    }

    private Verdict onSchedule(List<ClusterReport> reports) {
        try {
            var results = round();
            reports.addAll(reports(results));
            return results.stream()
                    .map(ClusterResult::verdict)
                    .filter(Verdict.Failed.class::isInstance)
                    .findFirst()
                    .orElseGet(Verdict.Done::new);
        } catch (RuntimeException e) {
            return new Verdict.Failed(e);
        }
    }

    /** One round over all clusters: each by a message of its own, or here and now; only then there are results. */
    private List<ClusterResult> round() {
        var due = rounds.tasks();
        log.info("round", Map.of("tasks", due.size(), "sent", tasks.isPresent()));
        log.metric("ClustersScheduled", due.size(), "Count", Map.of());
        if (tasks.isPresent()) {
            tasks.get().send(due);
            return List.of();
        }
        log.warn(
                "no-own-queue",
                Map.of("why", "BOOTSTRAP_QUEUE_URL is not set: one cluster after another is done here"));
        return due.stream().map(this::now).toList();
    }

    private ClusterResult now(TaskMessage due) {
        return switch (Task.of(due.task()).orElseThrow()) {
            case RECONCILE -> look(ClusterRequest.scheduled(due.cluster()), false);
            case REMOVE -> look(ClusterRequest.of(ClusterRequest.goingOn(due.cluster())), false);
            case CLEAN_UP -> look(ClusterRequest.of(ClusterRequest.lost(due.cluster(), Optional.empty())), false);
        };
    }

    private static List<ClusterReport> reports(List<ClusterResult> results) {
        return results.stream().map(ClusterResult::report).toList();
    }

    @Override
    public Instant deadline(Delivery delivery, Instant firstReceived) {
        return firstReceived.plus(LONGEST_WAIT);
    }

    @Override
    public SlackMessage givenUp(Delivery delivery, String why) {
        var envelope = delivery.event().envelope();
        // Read as if this were the event's own account, which may not be known: it is what could not be done.
        var there = new Home("", envelope.region(), envelope.account());
        var about = switch (ClusterSignals.read(delivery.event(), () -> there)) {
            case Signal.About asked -> Optional.of(asked);
            case Signal.Removal(var cluster) -> Optional.of(ClusterRequest.goingOn(cluster));
            case Signal.CleanUp(var cluster, var before) ->
                Optional.of(ClusterRequest.lost(cluster, Optional.of(before)));
            case Signal.Scheduled scheduled -> Optional.<Signal.About>empty();
            case Signal.Nothing nothing -> Optional.<Signal.About>empty();
        };
        return ClusterMessage.givenUp(envelope, about, LONGEST_WAIT, why);
    }

    /** @param waited whether it was looked at before because of the same events, and was not ready */
    private ClusterResult look(ClusterRequest request, boolean waited) {
        // Asked first: if the account cannot be known, nothing is touched.
        var here = home.get();
        var result = bootstrap.run(request);
        var status = result.report().status();
        log.info(
                "cluster",
                Map.of(
                        "cluster", request.cluster(),
                        "account", here.account(),
                        "region", here.region(),
                        "status", status.name()));
        log.count("Clusters", Map.of("Status", status.name()));
        // Whoever asks for a plan by hand reads it in the answer.
        var planByHand = request.isByHand() && (request.dryRun() || status == ClusterStatus.PLANNED);
        boolean telling = result.worthTelling() || (waited && status == ClusterStatus.READY);
        if (telling && !planByHand && isNews(result)) {
            notifier.send(ClusterMessage.of(result, request, here));
        }
        return result;
    }

    /** A change always is; a reason alone, such as a missing permission, comes again with each try. */
    private boolean isNews(ClusterResult result) {
        return !result.changes().isEmpty()
                || told.isNews(
                        result.report().cluster(),
                        String.valueOf(result.report().reason()));
    }

    private static ClusterRequest request(String cluster, List<Asking> asking) {
        return new ClusterRequest(
                cluster,
                asking.stream().map(Asking::signal).toList(),
                false,
                asking.stream().anyMatch(BootstrapFunction::isYoung),
                false);
    }

    private static boolean waited(Asking asking) {
        return receiveCount(asking) > 1;
    }

    private static int receiveCount(Asking asking) {
        return asking.delivery().message().map(SqsMessage::receiveCount).orElse(1);
    }

    private static boolean isYoung(Asking asking) {
        var delivery = asking.delivery();
        return asking.signal()
                .at()
                .or(() -> delivery.message().flatMap(SqsMessage::firstReceived))
                .filter(at -> delivery.now().isBefore(at.plus(YOUNG)))
                .isPresent();
    }
}
