package io.groundskeeper.local.inventory;

import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.moto.MotoClients;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.rds.RdsClient;
import software.amazon.awssdk.services.rds.model.Tag;

/** RDS: database instances. */
final class RdsSource implements Source {
    private final MotoClients clients;

    RdsSource(MotoClients clients) {
        this.clients = clients;
    }

    @Override
    public String service() {
        return "rds";
    }

    @Override
    public List<Resource> list(Scope caller) {
        return client(caller).describeDBInstances().dbInstances().stream()
                .map(instance -> new Resource(
                        instance.dbInstanceArn(),
                        "AWS::RDS::DBInstance",
                        instance.dbInstanceIdentifier(),
                        "DBInstanceIdentifier",
                        instance.tagList().stream().collect(Collectors.toMap(Tag::key, Tag::value))))
                .toList();
    }

    @Override
    public void tag(Scope caller, Arn arn, Map<String, String> tags) {
        var list = tags.entrySet().stream()
                .map(tag ->
                        Tag.builder().key(tag.getKey()).value(tag.getValue()).build())
                .toList();
        client(caller).addTagsToResource(add -> add.resourceName(arn.text()).tags(list));
    }

    @Override
    public void untag(Scope caller, Arn arn, Collection<String> keys) {
        client(caller)
                .removeTagsFromResource(
                        remove -> remove.resourceName(arn.text()).tagKeys(keys));
    }

    private RdsClient client(Scope caller) {
        return clients.of(RdsClient.builder(), caller);
    }
}
