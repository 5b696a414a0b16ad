package io.groundskeeper.local.eks;

import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.moto.MotoClients;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ec2.model.TagSpecification;

/** Instances of moto for node groups, tagged as EKS tags them. Thread-safe. */
final class MotoMachines {
    private final MotoClients clients;
    private final Map<Scope, String> images = new ConcurrentHashMap<>();

    MotoMachines(MotoClients clients) {
        this.clients = clients;
    }

    Machine start(Scope caller, Machine.Wish wish) {
        var ec2 = clients.of(Ec2Client.builder(), caller);
        // Which image is all the same to moto, but there must be one.
        String image = images.computeIfAbsent(
                caller,
                any -> ec2.describeImages(ask -> ask.owners("amazon"))
                        .images()
                        .getFirst()
                        .imageId());
        var instance = ec2.runInstances(run -> run.imageId(image)
                        .minCount(1)
                        .maxCount(1)
                        .instanceType(wish.type())
                        .subnetId(wish.subnet())
                        .tagSpecifications(tags(wish)))
                .instances()
                .getFirst();
        return new Machine(
                instance.instanceId(),
                wish.type(),
                architecture(instance),
                instance.placement().availabilityZone(),
                instance.privateDnsName(),
                instance.privateIpAddress());
    }

    private static String architecture(Instance instance) {
        // Graviton families have a g after the generation: t4g, m7gd, c8gn.
        return instance.instanceTypeAsString().matches("[a-z]+\\d+g[a-z]*\\..*") ? "arm64" : "amd64";
    }

    private static TagSpecification tags(Machine.Wish wish) {
        var tags = Map.of(
                "eks:cluster-name",
                wish.cluster(),
                "eks:nodegroup-name",
                wish.group(),
                "kubernetes.io/cluster/" + wish.cluster(),
                "owned");
        return TagSpecification.builder()
                .resourceType(ResourceType.INSTANCE)
                .tags(tags.entrySet().stream()
                        .map(tag -> Tag.builder()
                                .key(tag.getKey())
                                .value(tag.getValue())
                                .build())
                        .toList())
                .build();
    }

    void end(Scope caller, List<String> ids) {
        clients.of(Ec2Client.builder(), caller).terminateInstances(end -> end.instanceIds(ids));
    }
}
