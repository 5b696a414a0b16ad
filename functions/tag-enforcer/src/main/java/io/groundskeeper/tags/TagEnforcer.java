package io.groundskeeper.tags;

import io.groundskeeper.core.aws.CurrentTagPolicy;
import io.groundskeeper.core.event.Event;
import io.groundskeeper.core.lambda.Delivery;
import io.groundskeeper.core.lambda.Handled;
import io.groundskeeper.core.lambda.Ignored;
import io.groundskeeper.core.lambda.InvalidInputException;
import io.groundskeeper.core.lambda.LambdaFunction;
import io.groundskeeper.core.lambda.SqsMessage;
import io.groundskeeper.core.lambda.Verdict;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.Notifier;
import io.groundskeeper.core.slack.SlackMessage;
import io.groundskeeper.tags.creation.CreationReader;
import io.groundskeeper.tags.creation.Explanation;
import io.groundskeeper.tags.creation.Reading;
import io.groundskeeper.tags.decision.Decision;
import io.groundskeeper.tags.decision.Judge;
import io.groundskeeper.tags.decision.Judgement;
import io.groundskeeper.tags.live.LiveTags;
import io.groundskeeper.tags.report.ExplainReport;
import io.groundskeeper.tags.report.RecordLog;
import io.groundskeeper.tags.report.TagReport;
import io.groundskeeper.tags.slack.AlertNotKeptException;
import io.groundskeeper.tags.slack.Finding;
import io.groundskeeper.tags.slack.GivenUpMessage;
import io.groundskeeper.tags.slack.Teller;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Checks the tags of what was created, and tells Slack which required ones are not there and who made it. */
public final class TagEnforcer implements LambdaFunction {

    private static final Duration LONGEST = Duration.ofMinutes(60);

    private final Settings settings;
    private final CreationReader reader;
    private final CurrentTagPolicy policy;
    private final LiveTags liveTags;
    private final Teller teller;
    private final Log log;
    private final RecordLog records;

    /**
     * @param settings read at each call, so that explaining works whatever they are
     * @param policy read at each call too, for the same reason
     */
    public TagEnforcer(
            Settings settings,
            CreationReader reader,
            CurrentTagPolicy policy,
            LiveTags liveTags,
            Notifier notifier,
            Log log) {
        this.settings = settings;
        this.reader = reader;
        this.policy = policy;
        this.liveTags = liveTags;
        this.teller = new Teller(notifier, log);
        this.log = log;
        this.records = new RecordLog(log);
    }

    @Override
    public String name() {
        return "tag-enforcer";
    }

    @Override
    public List<String> commandExamples() {
        return List.of("{\"explain\": <an EventBridge event or a CloudTrail record>}");
    }

    @Override
    public boolean isCommand(JsonNode command) {
        return command.has("explain");
    }

    @Override
    public Object command(JsonNode command) {
        var event = command.path("explain");
        if (!event.isObject()) {
            throw new InvalidInputException(
                    "\"explain\" must be an object: an EventBridge event or a bare CloudTrail record");
        }
        return new ExplainReport(name(), Explanation.of(event, reader));
    }

    @Override
    public Handled handle(List<Delivery> deliveries, List<Ignored> unreadable) {
        var set = TagSettings.of(settings);
        var judge = new Judge(policy.of(set.policy()), set.exemptions());
        var ignored = new ArrayList<>(unreadable);
        var creations = new LinkedHashMap<Delivery, Reading.Creation>();
        var findings = new ArrayList<Finding>();
        for (var delivery : deliveries) {
            switch (reader.read(delivery.event())) {
                case Reading.Creation creation -> creations.put(delivery, creation);
                case Reading.TooLarge large -> {
                    ignored.add(ignored(delivery, large.reason()));
                    if (large.who().actingService().isEmpty()) {
                        findings.add(new Finding.Unlisted(delivery.id(), mark(delivery, "unlisted"), large));
                    }
                }
                case Reading.NotListed unknown -> {
                    log.count("UnlistedCreations", Map.of("EventSource", unknown.eventSource()));
                    ignored.add(ignored(delivery, unknown.reason()));
                }
                case Reading.NothingCreated(var reason, var who) -> ignored.add(ignored(delivery, reason));
            }
        }
        var decisions = decide(creations, judge);
        decisions.forEach(records::decided);
        decisions.values().stream().flatMap(d -> d.judgements().stream()).forEach(this::count);
        decisions.forEach((delivery, decision) -> findings.addAll(findings(delivery, decision)));
        var untold = teller.tell(findings, set.routes());
        var verdicts = new HashMap<String, Verdict>();
        decisions.forEach((delivery, decision) -> verdicts.put(delivery.id(), decision.verdict()));
        untold.forEach(delivery -> verdicts.put(delivery, new Verdict.Failed(new AlertNotKeptException())));
        return new Handled(TagReport.of(name(), List.copyOf(decisions.values()), ignored), verdicts);
    }

    private Ignored ignored(Delivery delivery, String reason) {
        records.ignored(delivery, reason);
        return new Ignored(delivery.id(), reason);
    }

    private Map<Delivery, Decision> decide(Map<Delivery, Reading.Creation> creations, Judge judge) {
        var sightings = liveTags.look(
                creations.values().stream()
                        .flatMap(creation -> judge.toLookAt(creation).stream())
                        .toList(),
                judge::accepts);
        var decisions = new LinkedHashMap<Delivery, Decision>();
        creations.forEach((delivery, creation) -> decisions.put(
                delivery, judge.decide(creation, sightings, created(delivery, creation), delivery.now())));
        return decisions;
    }

    @Override
    public Instant deadline(Delivery delivery, Instant firstReceived) {
        return firstReceived.plus(LONGEST);
    }

    @Override
    public SlackMessage givenUp(Delivery delivery, String why) {
        var event = delivery.event() instanceof Event.ApiCall(var envelope, var record)
                ? record.eventName()
                : delivery.event().envelope().detailType();
        return GivenUpMessage.of(reader.read(delivery.event()), event, why);
    }

    private static List<Finding> findings(Delivery delivery, Decision decision) {
        return Stream.concat(decision.alerts().stream(), decision.uncheckable().stream())
                .<Finding>map(judgement -> new Finding.Resource(
                        delivery.id(), mark(delivery, judgement.resource().arn()), decision, judgement))
                .toList();
    }

    /** Of a message of a queue, which may come twice; whoever sends a single event wants to hear of it. */
    private static String mark(Delivery delivery, String what) {
        return delivery.event() instanceof Event.ApiCall(var envelope, var record)
                        && delivery.message().isPresent()
                        && !record.eventId().isEmpty()
                ? record.eventId() + " " + what
                : "";
    }

    private void count(Judgement judgement) {
        log.count("Resources", Map.of("Outcome", judgement.outcome().name()));
        judgement.exemption().ifPresent(why -> log.count("Exempted", Map.of("Exemption", why.label())));
    }

    /** When it was made: an event without a usable time is taken to be as old as its message. */
    private static Instant created(Delivery delivery, Reading.Creation creation) {
        return creation.time()
                .or(() -> delivery.message().flatMap(SqsMessage::firstReceived))
                .orElse(delivery.now());
    }
}
