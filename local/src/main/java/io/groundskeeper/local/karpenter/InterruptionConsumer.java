package io.groundskeeper.local.karpenter;

import io.groundskeeper.local.eks.EksService;
import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.kubernetes.KarpenterState;
import io.groundskeeper.local.kubernetes.KubernetesApi;
import io.groundskeeper.local.moto.MotoClients;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;

/**
 * The part of Karpenter that reads its interruption queue: while Karpenter is alive in a cluster, it receives the
 * messages of the queue that its Deployment names, acts on those that Karpenter acts on, and deletes them all. A name
 * of no queue means that nobody reads. A Karpenter that is only played reads the queue that is tagged for its cluster.
 * An idle or absent Karpenter leaves the messages.
 */
public final class InterruptionConsumer implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(InterruptionConsumer.class.getName());

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
                        .ifPresent(api -> queues(name, api).forEach(url -> consume(url, api)));
            }
        } catch (RuntimeException e) {
            // The next second may go better; a poll that threw would be the last.
            LOG.log(Level.WARNING, "The interruption queues were not read", e);
        }
    }

    private List<String> queues(String cluster, KubernetesApi api) {
        return api.readsQueueOfCluster()
                ? tagged(cluster)
                : api.interruptionQueue().stream()
                        .flatMap(name -> named(name).stream())
                        .toList();
    }

    private List<String> tagged(String cluster) {
        return sqs.listQueues(r -> r.queueNamePrefix("Karpenter-")).queueUrls().stream()
                .filter(url -> cluster.equals(
                        sqs.listQueueTags(r -> r.queueUrl(url)).tags().get("groundskeeper/cluster")))
                .toList();
    }

    private List<String> named(String name) {
        try {
            return List.of(sqs.getQueueUrl(r -> r.queueName(name)).queueUrl());
        } catch (QueueDoesNotExistException e) {
            // Karpenter, too, goes on without, and asks again.
            LOG.log(Level.DEBUG, () -> "There is no queue " + name, e);
            return List.of();
        }
    }

    private void consume(String url, KubernetesApi api) {
        for (var message : receive(url)) {
            KarpenterMessage.parse(message.body())
                    .ifPresent(read -> read.instanceIds().forEach(id -> api.interrupt(id, read.interruption())));
            sqs.deleteMessage(r -> r.queueUrl(url).receiptHandle(message.receiptHandle()));
        }
    }

    private List<Message> receive(String url) {
        return sqs.receiveMessage(r -> r.queueUrl(url).maxNumberOfMessages(10)).messages();
    }
}
