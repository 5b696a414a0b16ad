package io.groundskeeper.local.inventory;

import io.groundskeeper.local.identity.Identities;
import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.moto.MotoClients;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.sqs.SqsClient;

/** SQS: queues. */
final class SqsSource implements Source {
    private final MotoClients clients;
    private final Identities identities;

    SqsSource(MotoClients clients, Identities identities) {
        this.clients = clients;
        this.identities = identities;
    }

    @Override
    public String service() {
        return "sqs";
    }

    @Override
    public List<Resource> list(Scope caller) {
        var sqs = client(caller);
        String prefix = "arn:" + caller.partition() + ":sqs:" + caller.region() + ":"
                + identities.of(caller).account() + ":";
        return sqs.listQueues().queueUrls().stream()
                .map(url -> new Resource(
                        prefix + url.substring(url.lastIndexOf('/') + 1),
                        "AWS::SQS::Queue",
                        url,
                        "QueueUrl",
                        sqs.listQueueTags(list -> list.queueUrl(url)).tags()))
                .toList();
    }

    @Override
    public void tag(Scope caller, Arn arn, Map<String, String> tags) {
        String url = url(caller, arn);
        client(caller).tagQueue(tag -> tag.queueUrl(url).tags(tags));
    }

    @Override
    public void untag(Scope caller, Arn arn, Collection<String> keys) {
        String url = url(caller, arn);
        client(caller).untagQueue(untag -> untag.queueUrl(url).tagKeys(keys));
    }

    private String url(Scope caller, Arn arn) {
        return client(caller).getQueueUrl(get -> get.queueName(arn.name())).queueUrl();
    }

    private SqsClient client(Scope caller) {
        return clients.of(SqsClient.builder(), caller);
    }
}
