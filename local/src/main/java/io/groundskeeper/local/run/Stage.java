package io.groundskeeper.local.run;

import io.groundskeeper.local.environment.EnvironmentClients;
import io.groundskeeper.local.kubernetes.KarpenterState;
import io.groundskeeper.local.serve.Services;
import io.groundskeeper.local.slack.SlackService;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Does what a scene says happens before its event: creates things, lets time pass, plays Karpenter. */
final class Stage implements AutoCloseable {

    private record Action(Pattern words, Consumer<MatchResult> work) {
        static Action of(String words, Consumer<MatchResult> work) {
            return new Action(Pattern.compile(words), work);
        }
    }

    private final EnvironmentClients clients;
    private final Services services;
    private final Creations creations;
    private final ClusterStage clusters;
    private final Breaks breaks;
    private final Map<String, String> ids = new HashMap<>();
    private final List<Action> actions;

    Stage(EnvironmentClients clients, Services services) {
        this.clients = clients;
        this.services = services;
        var network = Network.create(clients);
        this.creations = new Creations(clients, network);
        this.clusters = new ClusterStage(clients, services, network);
        this.breaks = new Breaks(clients);
        this.actions = List.of(
                Action.of("create cluster (\\S+)", m -> cluster(m.group(1))),
                Action.of("wait until (\\S+) is ACTIVE", m -> clusters.waitUntilActive(m.group(1))),
                Action.of(
                        "wait until the pod identity agent of (\\S+) is ACTIVE",
                        m -> clusters.waitUntilAgentActive(m.group(1))),
                Action.of("add node group (\\S+) to (\\S+)", m -> clusters.addNodeGroup(m.group(2), m.group(1))),
                Action.of(
                        "wait until node group (\\S+) of (\\S+) is ACTIVE",
                        m -> clusters.waitUntilNodeGroupActive(m.group(2), m.group(1))),
                Action.of("delete node group (\\S+) of (\\S+)", m -> clusters.deleteNodeGroup(m.group(2), m.group(1))),
                Action.of(
                        "add Fargate profile (\\S+) to (\\S+)",
                        m -> clusters.addFargateProfile(m.group(2), m.group(1))),
                Action.of("delete cluster (\\S+)", m -> clusters.delete(m.group(1))),
                Action.of("wait until Karpenter in (\\S+) runs", m -> clusters.waitUntilKarpenterRuns(m.group(1))),
                Action.of(
                        "wait until the NodePool of (\\S+) is Ready", m -> clusters.waitUntilNodePoolReady(m.group(1))),
                Action.of(
                        "someone deletes the controller role of (\\S+)", m -> breaks.deleteControllerRole(m.group(1))),
                Action.of("someone disables a rule of (\\S+)", m -> disableRule(m.group(1))),
                Action.of("a warning lies in the dead letter queue", m -> breaks.giveUpWarning()),
                Action.of("someone changes the queue policy of (\\S+)", m -> breaks.changeQueuePolicy(m.group(1))),
                Action.of(
                        "someone scales Karpenter in (\\S+) to (\\d+)",
                        m -> breaks.scaleKarpenter(clusters.objects(m.group(1)), Integer.parseInt(m.group(2)))),
                Action.of(
                        "someone deletes the NodePool of (\\S+)",
                        m -> breaks.deleteNodePool(clusters.objects(m.group(1)))),
                Action.of("Karpenter in (\\S+) is (alive|idle|down|stopped)", m -> karpenter(m.group(1), m.group(2))),
                Action.of("Karpenter starts (\\S+) in (\\S+)", m -> node(m.group(1), m.group(2))),
                Action.of("a budget keeps the pods of (\\S+)", m -> clusters.keepPods(m.group(1))),
                Action.of("the budget of (\\S+) is deleted", m -> clusters.letPodsGo(m.group(1))),
                Action.of("wait until Karpenter has read the queue of (\\S+)", m -> clusters.waitUntilRead(m.group(1))),
                Action.of("(\\d+) seconds pass", m -> pass(Long.parseLong(m.group(1)))),
                Action.of("someone takes the discovery tags of (\\S+) away", m -> clusters.untag(m.group(1))),
                Action.of("someone creates (an? [A-Za-z ]+) called (\\S+)( with .*)?", this::creation),
                Action.of(
                        "EKS publishes node image (v\\d{8})",
                        m -> services.ssm().publish(m.group(1))),
                Action.of("Slack answers (\\d+) once", m -> slackFails(Integer.parseInt(m.group(1)))),
                Action.of(
                        "wait until the EC2NodeClass of (\\S+) is gone", m -> clusters.waitUntilClassGone(m.group(1))),
                Action.of("wait until (\\S+) is gone", m -> clusters.waitUntilGone(m.group(1))),
                Action.of("wait until (\\S+) is handled", m -> clusters.waitUntilDeleting(m.group(1))));
    }

    String region() {
        return clients.region().id();
    }

    /** The real id of what a scene calls {@code name}; a cluster's is its name, and {@code now} is the time. */
    String id(String name) {
        if (name.equals("now")) {
            return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        }
        var id = ids.get(name);
        if (id == null) {
            throw new IllegalArgumentException("Nothing is called " + name);
        }
        return id;
    }

    void perform(String words) {
        for (var action : actions) {
            var matcher = action.words().matcher(words);
            if (matcher.matches()) {
                action.work().accept(matcher.toMatchResult());
                return;
            }
        }
        throw new IllegalArgumentException("Nobody knows how to do this: " + words);
    }

    @Override
    public void close() {
        creations.close();
        clusters.close();
        breaks.close();
    }

    private void cluster(String name) {
        clusters.create(name);
        ids.put(name, name);
    }

    private void karpenter(String cluster, String state) {
        services.eks().karpenter(cluster, KarpenterState.valueOf(state.toUpperCase(Locale.ROOT)));
    }

    private void node(String name, String cluster) {
        ids.put(name, clusters.startNode(cluster, name));
    }

    private void disableRule(String cluster) {
        ids.put("disabled rule", breaks.disableRule(cluster));
    }

    private void creation(MatchResult words) {
        var tags = words.group(3) == null ? "" : words.group(3).replace(" with ", "");
        ids.put(words.group(2), creations.create(words.group(1), words.group(2), tags));
    }

    /** Karpenter's patience is measured by the cluster's own clock, which cannot be turned. */
    private static void pass(long seconds) {
        try {
            Thread.sleep(Duration.ofSeconds(seconds));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while time was to pass", e);
        }
    }

    private void slackFails(int status) {
        services.slack().fail(new SlackService.Failure(status, 1, 1));
    }
}
