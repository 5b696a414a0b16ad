package io.groundskeeper.interruption;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.groundskeeper.core.aws.AwsClients;
import io.groundskeeper.core.aws.AwsJsonClient;
import io.groundskeeper.core.aws.FunctionParts;
import io.groundskeeper.core.kubernetes.KubernetesAccess;
import io.groundskeeper.interruption.aws.EksClusters;
import io.groundskeeper.interruption.aws.TaggingApi;
import io.groundskeeper.interruption.cluster.Clusters;
import io.groundskeeper.interruption.duty.Duty;
import io.groundskeeper.interruption.duty.KeeperCalls;
import io.groundskeeper.interruption.watch.InstanceTags;
import io.groundskeeper.interruption.watch.WatchDuty;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;

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
                KeeperCalls.NONE);
    }

    /** With the given adapters. */
    public InterruptionQueueHandler(FunctionParts parts, InstanceTags tags, Clusters clusters, KeeperCalls keeper) {
        var watch =
                new WatchDuty(tags, clusters, parts.settings(), keeper, parts.notifier(), parts.clock(), parts.log());
        this.handler = parts.handler(new InterruptionQueue(List.of(watch)));
    }

    @Override
    public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
        handler.handleRequest(input, output, context);
    }
}
