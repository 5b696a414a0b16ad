package io.groundskeeper.interruption.digest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.lambda.Delivery;
import io.groundskeeper.core.lambda.InvalidInputException;
import io.groundskeeper.core.lambda.Verdict;
import io.groundskeeper.core.log.Log;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.Notifier;
import io.groundskeeper.core.slack.WebhookUrl;
import io.groundskeeper.interruption.duty.Duty;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class DigestDutyTest {

    private static final Instant NOW = Instant.parse("2026-11-30T08:03:21Z");
    private static final String FAMILY = InstanceType.PREFIX + "family";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final List<Tally> tallies = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private final Map<String, List<NodePool>> clusters = new TreeMap<>();
    private final List<InstanceType> types = IntStream.range(0, 40)
            .mapToObj(i -> new InstanceType(
                    "m%d.large".formatted(i), Map.of(InstanceType.TYPE, "m%d.large".formatted(i), FAMILY, "m" + i % 4)))
            .toList();
    private final AtomicInteger atOnce = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();
    private RuntimeException metricsFail;

    @Test
    void aDay_isToldWholeAndAnswered() {
        counted("Interruptions", 7, Map.of("Outcome", "HANDLED_BY_KARPENTER"));
        counted("Interruptions", 1, Map.of("Outcome", "DRAINED"));
        counted("Interruptions", 6, Map.of("NodePool", "default", "Outcome", "HANDLED_BY_KARPENTER"));
        counted("Interruptions", 1, Map.of("NodePool", "batch", "Outcome", "HANDLED_BY_KARPENTER"));
        counted("Interruptions", 1, Map.of("NodePool", "default", "Outcome", "DRAINED"));
        counted("Interruptions", 3, Map.of("InstanceType", "m5.large", "Zone", "us-east-1a"));
        counted("Interruptions", 5, Map.of("InstanceType", "c5.large", "Zone", "us-east-1b"));
        counted("Interruptions", 8, Map.of("CapacityType", "spot", "Outcome", "HANDLED_BY_KARPENTER"));
        counted("Interruptions", 0, Map.of("NodePool", "quiet", "Outcome", "LATE"));
        counted("Rebalances", 2, Map.of("Outcome", "RECORDED"));
        counted("Rebalances", 2, Map.of("NodePool", "batch", "Outcome", "RECORDED"));
        clusters.put("dev", List.of(pool("wide"), pool("narrow", "m1", "m2"), pool("one", "m3")));
        clusters.put("shut", null);

        assertThat(command("{\"digest\":true}")).isEqualTo(Json.read("""
                {"function":"interruption-queue","digest":{
                 "from":"2026-11-29T08:00:00Z","to":"2026-11-30T08:00:00Z","interruptions":8,"rebalances":2,
                 "nodePools":[
                  {"nodePool":"default","interruptions":7,"rebalances":0,"outcomes":[
                   {"outcome":"DRAINED","interruptions":1},{"outcome":"HANDLED_BY_KARPENTER","interruptions":6}]},
                  {"nodePool":"batch","interruptions":1,"rebalances":2,"outcomes":[
                   {"outcome":"HANDLED_BY_KARPENTER","interruptions":1}]}],
                 "reclaimed":[
                  {"instanceType":"c5.large","zone":"us-east-1b","interruptions":5},
                  {"instanceType":"m5.large","zone":"us-east-1a","interruptions":3}],
                 "narrow":[{"cluster":"dev","nodePool":"one","instanceTypes":10,"notEvaluated":[]}],
                 "notRead":[{"cluster":"shut","why":"403"}]},
                 "ignored":[]}"""));
        assertThat(slack()).hasSize(1);
        assertThat(slack().getFirst().toString())
                .contains(
                        "The last 24 hours: 8 interruptions, 2 rebalance recommendations",
                        "`default`: 7 interruptions (1 drained, 6 handled by karpenter)",
                        "`batch`: 1 interruption (1 handled by karpenter), 2 rebalance recommendations",
                        "`c5.large` in `us-east-1b`: 5",
                        "`one` of `dev`: 10",
                        "`shut`: 403");
    }

    @Test
    void schedule_isAnsweredLikeTheCommandAndOnceForSeveral() {
        counted("Interruptions", 1, Map.of("Outcome", "LATE"));
        var handled = duty().handle(List.of(delivery("m1"), delivery("m2")), List.of());

        assertThat(handled.verdicts()).isEmpty();
        assertThat(Json.tree(handled.report()).at("/digest/interruptions").longValue())
                .isEqualTo(1);
        assertThat(asked).hasSize(1);
        assertThat(slack()).hasSize(1);
    }

    @Test
    void dayWithoutAnything_isNotTold() {
        clusters.put("dev", List.of(pool("wide")));
        duty().handle(List.of(delivery("m1")), List.of());

        assertThat(slack()).isEmpty();
    }

    @Test
    void narrowNodePoolAlone_isTold() {
        clusters.put("dev", List.of(pool("one", "m3")));
        duty().handle(List.of(delivery("m1")), List.of());

        assertThat(slack().getFirst().toString()).contains("0 interruptions", "`one` of `dev`: 10");
    }

    @Test
    void fifteenTypes_areEnough() {
        clusters.put("dev", List.of(only("fifteen", 15), only("fourteen", 14)));

        assertThat(command("{\"digest\":true}").at("/digest/narrow").valueStream())
                .extracting(narrow -> narrow.path("nodePool").stringValue())
                .containsExactly("fourteen");
    }

    @Test
    void nodePoolWithoutSpot_mayBeNarrow() {
        var onDemand = new NodePool(
                "on-demand",
                List.of(
                        new Requirement("karpenter.sh/capacity-type", "In", List.of("on-demand")),
                        new Requirement(FAMILY, "In", List.of("m3"))));
        clusters.put("dev", List.of(onDemand));

        assertThat(command("{\"digest\":true}").at("/digest/narrow")).isEmpty();
        assertThat(asked).as("the types are not asked for").containsExactly("tallies");
    }

    @Test
    void manyNarrowNodePools_areCounted() {
        clusters.put(
                "dev", IntStream.range(0, 13).mapToObj(i -> pool("p" + i, "m3")).toList());
        command("{\"digest\":true}");

        assertThat(slack().getFirst().toString()).contains("and 3 more, see the function's log");
    }

    @Test
    void manyClusters_areLookedIntoSomeAtATime() {
        IntStream.range(0, 200).forEach(i -> clusters.put("c" + i, List.of(pool("one", "m3"))));

        assertThat(command("{\"digest\":true}").at("/digest/narrow")).hasSize(200);
        assertThat(mostAtOnce.get()).isBetween(2, 20);
    }

    @Test
    void dryRun_tellsNobody() {
        counted("Interruptions", 1, Map.of("Outcome", "LATE"));
        command("{\"digest\":true,\"dryRun\":true}");

        assertThat(slack()).isEmpty();
    }

    @Test
    void metricsThatCannotBeRead_areTriedAgainAndThrownByHand() {
        metricsFail = new IllegalStateException("cloudwatch:GetMetricData is not allowed");
        var handled = duty().handle(List.of(delivery("m1")), List.of());

        assertThat(handled.verdicts().get("m1"))
                .isInstanceOfSatisfying(
                        Verdict.Failed.class,
                        failed -> assertThat(failed.cause()).hasMessageContaining("GetMetricData"));
        assertThat(slack()).isEmpty();
        assertThatThrownBy(() -> command("{\"digest\":true}")).hasMessageContaining("GetMetricData");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"digest\":false}",
                "{\"digest\":\"now\"}",
                "{\"digest\":true,\"cluster\":\"dev\"}",
                "{\"digest\":true,\"dryRun\":1}"
            })
    void badCommand_saysWhatIsWrong(String command) {
        assertThatThrownBy(() -> command(command))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(DigestCommand.EXAMPLE);
        assertThat(asked).isEmpty();
    }

    private void counted(String metric, long sum, Map<String, String> dimensions) {
        tallies.add(new Tally(metric, dimensions, sum));
    }

    private static NodePool pool(String name, String... families) {
        return new NodePool(
                name, families.length == 0 ? List.of() : List.of(new Requirement(FAMILY, "In", List.of(families))));
    }

    private NodePool only(String name, int count) {
        var names = types.stream().limit(count).map(InstanceType::name).toList();
        return new NodePool(name, List.of(new Requirement(InstanceType.TYPE, "In", names)));
    }

    private JsonNode command(String json) {
        var command = Json.read(json);
        var duty = duty();
        assertThat(duty.isCommand(command)).isTrue();
        return Json.read(Json.write(duty.command(command)));
    }

    private DigestDuty duty() {
        var clock = Clock.fixed(NOW, ZoneOffset.UTC);
        var log = Log.of(new PrintStream(out, true, StandardCharsets.UTF_8), clock, Duty.FUNCTION);
        var notifier = new Notifier(new WebhookUrl(Settings.of(Map.of()), name -> name), Optional.empty(), log);
        return new DigestDuty(this::read, new Clusters(), this::spot, notifier, clock, log);
    }

    private List<Tally> read(Set<String> metrics, Instant from, Instant to) {
        asked.add("tallies");
        if (metricsFail != null) {
            throw metricsFail;
        }
        return tallies.stream()
                .filter(tally -> metrics.contains(tally.metric()))
                .toList();
    }

    private List<InstanceType> spot() {
        asked.add("types");
        return types;
    }

    /** One without NodePools refuses. */
    private final class Clusters implements NodePools {

        @Override
        public List<String> clusters() {
            return List.copyOf(clusters.keySet());
        }

        @Override
        public Optional<List<NodePool>> of(String cluster) {
            var now = atOnce.incrementAndGet();
            mostAtOnce.accumulateAndGet(now, Math::max);
            LockSupport.parkNanos(1_000_000);
            atOnce.decrementAndGet();
            if (clusters.get(cluster) == null) {
                throw new IllegalStateException("403");
            }
            return Optional.of(clusters.get(cluster));
        }
    }

    private static Delivery delivery(String id) {
        var event = "{\"source\":\"groundskeeper.interruption-queue\",\"detail-type\":\"Daily Digest\",\"detail\":{}}";
        return new Delivery(id, EventParser.parse(event), NOW, Optional.empty());
    }

    private List<JsonNode> slack() {
        return out.toString(StandardCharsets.UTF_8)
                .lines()
                .map(Json::read)
                .filter(line -> line.path("event").asString("").equals("slack-not-configured"))
                .map(line -> line.path("payload"))
                .toList();
    }
}
