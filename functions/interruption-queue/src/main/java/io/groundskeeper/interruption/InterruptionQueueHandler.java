package io.groundskeeper.interruption;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.aws.AwsJsonClient;
import io.groundskeeper.core.aws.EventBridgeRules;
import io.groundskeeper.core.aws.FunctionParts;
import io.groundskeeper.core.aws.InterruptionQueues;
import io.groundskeeper.core.aws.KmsKeys;
import io.groundskeeper.core.aws.Later;
import io.groundskeeper.core.aws.SqsTasks;
import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import io.groundskeeper.core.task.Tasks;
import io.groundskeeper.interruption.aws.CloudWatchTallies;
import io.groundskeeper.interruption.aws.Ec2InstanceTypes;
import io.groundskeeper.interruption.aws.EksClusters;
import io.groundskeeper.interruption.aws.EksKeptClusters;
import io.groundskeeper.interruption.aws.EksNodePools;
import io.groundskeeper.interruption.aws.EventBridgeDrills;
import io.groundskeeper.interruption.aws.SqsDeadLetters;
import io.groundskeeper.interruption.aws.TaggingApi;
import io.groundskeeper.interruption.cluster.Clusters;
import io.groundskeeper.interruption.digest.DigestDuty;
import io.groundskeeper.interruption.drill.DrillDuty;
import io.groundskeeper.interruption.duty.Duty;
import io.groundskeeper.interruption.duty.KeeperCalls;
import io.groundskeeper.interruption.duty.SparingKeeperCalls;
import io.groundskeeper.interruption.keeper.KeeperDuty;
import io.groundskeeper.interruption.keeper.KeeperTask;
import io.groundskeeper.interruption.keeper.KeptClusters;
import io.groundskeeper.interruption.replay.ReplayDuty;
import io.groundskeeper.interruption.watch.InstanceTags;
import io.groundskeeper.interruption.watch.WatchDuty;
import io.groundskeeper.interruption.watch.WatchRehearsal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.kms.KmsClient;

/** The Lambda function interruption-queue: EventBridge events, alone or in SQS batches. */
public final class InterruptionQueueHandler implements RequestStreamHandler {

    /** The function has 20 s for a batch. */
    private static final AwsClients.Patience PATIENCE =
            new AwsClients.Patience(Duration.ofSeconds(3), Duration.ofSeconds(6));

    private final RequestStreamHandler handler;

    /** As Lambda makes it, from the environment. */
    public InterruptionQueueHandler() {
        this(FunctionParts.of(Duty.FUNCTION, System.getenv(), PATIENCE));
    }

    private InterruptionQueueHandler(FunctionParts parts) {
        this(
                parts,
                new TaggingApi(new AwsJsonClient(parts.clients(), parts.settings(), AwsJsonClient.Service.TAGGING)),
                new EksClusters(
                        parts.clients(),
                        new KubernetesAccess(parts.clients(), parts.settings(), parts.clock()),
                        parts.clock()),
                keeperCalls(parts));
    }

    /** With the given adapters. */
    public InterruptionQueueHandler(FunctionParts parts, InstanceTags tags, Clusters clusters, KeeperCalls keeper) {
        var kept = keptClusters(parts);
        var tasks = tasks(parts, kept);
        // Not needed for a warning, which has no time to lose to their making.
        var events = new Later<>(() -> parts.clients().build(EventBridgeClient.builder()));
        var drills = new EventBridgeDrills(events);
        var rehearsal = new WatchRehearsal(tags, clusters, parts.settings(), parts.clock());
        var drill = new DrillDuty(drills, rehearsal, parts.notifier(), parts.clock(), parts.log());
        var replay = new ReplayDuty(new SqsDeadLetters(parts.sqs()), parts.settings(), parts.clock(), parts.log());
        var digest = digest(parts);
        var watch =
                new WatchDuty(tags, clusters, parts.settings(), keeper, parts.notifier(), parts.clock(), parts.log());
        this.handler = parts.handler(
                new InterruptionQueue(List.of(drill, replay, digest, keeper(parts, kept, tasks, events), watch)));
    }

    private static KeeperCalls keeperCalls(FunctionParts parts) {
        return tasks(parts, keptClusters(parts))
                .<KeeperCalls>map(queue -> new SparingKeeperCalls(
                        cluster -> queue.send(cluster, KeeperTask.KEEP_NOW.text(), Duration.ZERO), parts.clock()))
                .orElse(KeeperCalls.NONE);
    }

    private static KeptClusters keptClusters(FunctionParts parts) {
        return new EksKeptClusters(
                parts.clients().build(EksClient.builder()),
                new KubernetesAccess(parts.clients(), parts.settings(), parts.clock()));
    }

    private static Optional<Tasks> tasks(FunctionParts parts, KeptClusters clusters) {
        return parts.settings()
                .find("KEEPER_QUEUE_URL")
                .map(url -> new SqsTasks(
                        parts.sqs(),
                        EventParser.INTERRUPTION_SOURCE,
                        url,
                        () -> clusters.home()
                                .orElseThrow(
                                        () -> new IllegalStateException("There is no cluster to send a task about")),
                        parts.clock()));
    }

    private static KeeperDuty keeper(
            FunctionParts parts, KeptClusters clusters, Optional<Tasks> tasks, Supplier<EventBridgeClient> events) {
        return new KeeperDuty(
                clusters,
                new InterruptionQueues(parts.sqs(), Optional.empty()),
                new EventBridgeRules(events),
                new KmsKeys(new Later<>(() -> parts.clients().build(KmsClient.builder()))),
                tasks,
                parts.settings(),
                parts.notifier(),
                parts.clock(),
                parts.log());
    }

    private static DigestDuty digest(FunctionParts parts) {
        var clients = parts.clients();
        return new DigestDuty(
                new CloudWatchTallies(
                        new AwsJsonClient(clients, parts.settings(), AwsJsonClient.Service.CLOUD_WATCH),
                        clients.region()),
                new EksNodePools(
                        clients.build(EksClient.builder()),
                        new KubernetesAccess(clients, parts.settings(), parts.clock())),
                // The largest of all SDK clients, for one call a day.
                new Ec2InstanceTypes(() -> clients.build(Ec2Client.builder())),
                parts.notifier(),
                parts.clock(),
                parts.log());
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        handler.handleRequest(input, output, context);
    }
}
