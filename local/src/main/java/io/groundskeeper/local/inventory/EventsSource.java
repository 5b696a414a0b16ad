package io.groundskeeper.local.inventory;

import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.moto.MotoClients;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.Tag;

/** EventBridge: the rules of the default bus. */
final class EventsSource implements Source {
    private final MotoClients clients;

    EventsSource(MotoClients clients) {
        this.clients = clients;
    }

    @Override
    public String service() {
        return "events";
    }

    @Override
    public List<Resource> list(Scope caller) {
        var events = client(caller);
        return events.listRules(list -> {}).rules().stream()
                .map(rule -> new Resource(rule.arn(), "AWS::Events::Rule", rule.arn(), "Arn", tags(events, rule.arn())))
                .toList();
    }

    private static Map<String, String> tags(EventBridgeClient events, String arn) {
        return events.listTagsForResource(list -> list.resourceARN(arn)).tags().stream()
                .collect(Collectors.toMap(Tag::key, Tag::value));
    }

    @Override
    public void tag(Scope caller, Arn arn, Map<String, String> tags) {
        var list = tags.entrySet().stream()
                .map(tag ->
                        Tag.builder().key(tag.getKey()).value(tag.getValue()).build())
                .toList();
        client(caller).tagResource(tag -> tag.resourceARN(arn.text()).tags(list));
    }

    @Override
    public void untag(Scope caller, Arn arn, Collection<String> keys) {
        client(caller).untagResource(untag -> untag.resourceARN(arn.text()).tagKeys(keys));
    }

    private EventBridgeClient client(Scope caller) {
        return clients.of(EventBridgeClient.builder(), caller);
    }
}
