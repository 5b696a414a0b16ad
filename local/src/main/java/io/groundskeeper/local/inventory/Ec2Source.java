package io.groundskeeper.local.inventory;

import io.groundskeeper.local.identity.Identities;
import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.moto.MotoClients;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.InstanceStateName;
import software.amazon.awssdk.services.ec2.model.SecurityGroup;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ec2.model.Volume;
import software.amazon.awssdk.services.ec2.model.Vpc;

/** EC2: instances, volumes, VPCs and security groups, and all else that has tags. A terminated instance is gone. */
final class Ec2Source implements Source {
    private static final Map<String, String> TYPES = Map.of(
            "instance", "AWS::EC2::Instance",
            "volume", "AWS::EC2::Volume",
            "vpc", "AWS::EC2::VPC",
            "security-group", "AWS::EC2::SecurityGroup");
    private static final Map<String, String> FIELDS =
            Map.of("instance", "InstanceId", "volume", "VolumeId", "vpc", "VpcId", "security-group", "GroupId");

    private final MotoClients clients;
    private final Identities identities;

    Ec2Source(MotoClients clients, Identities identities) {
        this.clients = clients;
        this.identities = identities;
    }

    @Override
    public String service() {
        return "ec2";
    }

    @Override
    public List<Resource> list(Scope caller) {
        var ec2 = client(caller);
        String prefix = "arn:" + caller.partition() + ":ec2:" + caller.region() + ":"
                + identities.of(caller).account() + ":";
        var found = new ArrayList<Resource>();
        ec2.describeInstances().reservations().stream()
                .flatMap(reservation -> reservation.instances().stream())
                .filter(instance -> instance.state().name() != InstanceStateName.TERMINATED)
                .forEach(instance -> found.add(resource(prefix, "instance", instance.instanceId(), instance.tags())));
        for (Volume volume : ec2.describeVolumes().volumes()) {
            found.add(resource(prefix, "volume", volume.volumeId(), volume.tags()));
        }
        for (Vpc vpc : ec2.describeVpcs().vpcs()) {
            found.add(resource(prefix, "vpc", vpc.vpcId(), vpc.tags()));
        }
        for (SecurityGroup group : ec2.describeSecurityGroups().securityGroups()) {
            found.add(resource(prefix, "security-group", group.groupId(), group.tags()));
        }
        found.addAll(otherTagged(ec2, prefix));
        return found;
    }

    private static List<Resource> otherTagged(Ec2Client ec2, String prefix) {
        var tags = new HashMap<String, Map<String, String>>();
        ec2.describeTags().tags().stream()
                .filter(tag -> !TYPES.containsKey(tag.resourceTypeAsString()))
                .forEach(tag -> tags.computeIfAbsent(
                                tag.resourceTypeAsString() + "/" + tag.resourceId(), any -> new HashMap<>())
                        .put(tag.key(), tag.value()));
        return tags.entrySet().stream()
                .map(entry -> new Resource(prefix + entry.getKey(), "", "", "", entry.getValue()))
                .toList();
    }

    private static Resource resource(String prefix, String kind, String id, List<Tag> tags) {
        var byKey = tags.stream().collect(Collectors.toMap(Tag::key, Tag::value));
        return new Resource(prefix + kind + "/" + id, TYPES.get(kind), id, FIELDS.get(kind), byKey);
    }

    @Override
    public void tag(Scope caller, Arn arn, Map<String, String> tags) {
        var list = tags.entrySet().stream()
                .map(tag ->
                        Tag.builder().key(tag.getKey()).value(tag.getValue()).build())
                .toList();
        client(caller).createTags(create -> create.resources(arn.name()).tags(list));
    }

    @Override
    public void untag(Scope caller, Arn arn, Collection<String> keys) {
        var list = keys.stream().map(key -> Tag.builder().key(key).build()).toList();
        client(caller).deleteTags(delete -> delete.resources(arn.name()).tags(list));
    }

    private Ec2Client client(Scope caller) {
        return clients.of(Ec2Client.builder(), caller);
    }
}
