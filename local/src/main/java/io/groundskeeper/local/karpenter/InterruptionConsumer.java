package io.groundskeeper.local.karpenter;

import io.groundskeeper.core.event.Event;
import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.event.MalformedEventException;
import io.groundskeeper.local.eks.EksService;
import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.kubernetes.KarpenterState;
import io.groundskeeper.local.kubernetes.KubernetesApi;
import io.groundskeeper.local.moto.MotoClients;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;

/**
 * The part of Karpenter that reads its interruption queue: while Karpenter is alive in a cluster, it receives the
 * messages of the queue that is tagged for that cluster, acts on those that Karpenter acts on, and deletes them all.
 * An idle or absent Karpenter leaves them.
 */
public final class InterruptionConsumer implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(InterruptionConsumer.class.getName());
    private static final Set<String> ENDING = Set.of("stopping", "stopped", "shutting-down", "terminated");

    private final EksService eks;
    private final SqsClient sqs;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("karpenter-queue").factory());
    private final ScheduledFuture<?> polling;

    private InterruptionConsumer(EksService eks, SqsClient sqs) {
        this.eks = eks;
        this.sqs = sqs;
        polling = executor.scheduleWithFixedDelay(this::poll, 1, 1, TimeUnit.SECONDS);
    }

    /** Starts to read, once a second, the queues of the caller's account and region. */
    public static InterruptionConsumer start(EksService eks, MotoClients clients, Scope scope) {
        return new InterruptionConsumer(eks, clients.of(SqsClient.builder(), scope));
    }

    @Override
    public void close() {
        polling.cancel(false);
        executor.shutdownNow();
    }

    private void poll() {
        try {
            for (var name : eks.clusterNames()) {
                eks.kubernetes(name)
                        .filter(api -> api.karpenter() == KarpenterState.ALIVE)
                        .ifPresent(api -> consume(name, api));
            }
        } catch (RuntimeException e) {
            // The next second may go better; a poll that threw would be the last.
            LOG.log(Level.WARNING, "The interruption queues were not read", e);
        }
    }

    private void consume(String cluster, KubernetesApi api) {
        for (var url : sqs.listQueues(r -> r.queueNamePrefix("Karpenter-")).queueUrls()) {
            if (cluster.equals(sqs.listQueueTags(r -> r.queueUrl(url)).tags().get("groundskeeper/cluster"))) {
                for (var message : receive(url)) {
                    instances(message).forEach(api::interrupt);
                    sqs.deleteMessage(r -> r.queueUrl(url).receiptHandle(message.receiptHandle()));
                }
            }
        }
    }

    private List<Message> receive(String url) {
        return sqs.receiveMessage(r -> r.queueUrl(url).maxNumberOfMessages(10)).messages();
    }

    private static List<String> instances(Message message) {
        try {
            return switch (EventParser.parse(message.body())) {
                case Event.SpotInterruption spot -> List.of(spot.instanceId());
                case Event.CapacityReservationInterruption reservation -> List.of(reservation.instanceId());
                case Event.StateChange change when ENDING.contains(change.state()) -> List.of(change.instanceId());
                case Event.Health health
                when health.service().equals("EC2") && health.category().equals("scheduledChange") -> health.entities();
                case Event other -> List.of();
            };
        } catch (MalformedEventException e) {
            // Karpenter, too, deletes what it cannot read.
            LOG.log(Level.DEBUG, "Not read", e);
            return List.of();
        }
    }
}
