package io.groundskeeper.local.run;

import io.groundskeeper.local.environment.EnvironmentClients;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.InstanceType;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ec2.model.TagSpecification;
import software.amazon.awssdk.services.rds.RdsClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Creates the resources whose creation events the scenes send, so that their live tags can be read. */
final class Creations implements AutoCloseable {

    private final Ec2Client ec2;
    private final S3Client s3;
    private final RdsClient rds;
    private final Network network;

    Creations(EnvironmentClients clients, Network network) {
        this.ec2 = clients.build(Ec2Client.builder(), "EC2");
        this.s3 = clients.build(S3Client.builder().forcePathStyle(true), "S3");
        this.rds = clients.build(RdsClient.builder(), "RDS");
        this.network = network;
    }

    /**
     * Creates a resource.
     *
     * @param kind as the scenes say it, for example {@code an instance}
     * @param name the bucket's or database's name
     * @param tags {@code Owner=dana Team=platform}, or empty
     * @return its id
     */
    String create(String kind, String name, String tags) {
        var wanted = tags(tags);
        return switch (kind) {
            case "an instance" -> instance(wanted);
            case "a volume" -> volume(wanted);
            case "a VPC", "a vpc" -> vpc(wanted);
            case "a security group" -> securityGroup(name, wanted);
            case "a bucket" -> bucket(name);
            case "a database" -> database(name, wanted);
            default -> throw new IllegalArgumentException("Nobody knows how to create " + kind);
        };
    }

    @Override
    public void close() {
        ec2.close();
        s3.close();
        rds.close();
    }

    private String instance(Map<String, String> tags) {
        return ec2.runInstances(r -> r.imageId(image())
                        .minCount(1)
                        .maxCount(1)
                        .instanceType(InstanceType.T3_MICRO)
                        .subnetId(network.publicSubnet())
                        .tagSpecifications(specification(ResourceType.INSTANCE, tags)))
                .instances()
                .getFirst()
                .instanceId();
    }

    private String image() {
        return ec2.describeImages(r -> {}).images().getFirst().imageId();
    }

    private String volume(Map<String, String> tags) {
        return ec2.createVolume(r -> r.availabilityZone(ec2.describeSubnets(s -> s.subnetIds(network.publicSubnet()))
                                .subnets()
                                .getFirst()
                                .availabilityZone())
                        .size(8)
                        .tagSpecifications(specification(ResourceType.VOLUME, tags)))
                .volumeId();
    }

    private String vpc(Map<String, String> tags) {
        return ec2.createVpc(r -> r.cidrBlock("10.40.0.0/16").tagSpecifications(specification(ResourceType.VPC, tags)))
                .vpc()
                .vpcId();
    }

    private String securityGroup(String name, Map<String, String> tags) {
        return ec2.createSecurityGroup(r -> r.groupName(name)
                        .description("web servers")
                        .vpcId(network.vpcId())
                        .tagSpecifications(specification(ResourceType.SECURITY_GROUP, tags)))
                .groupId();
    }

    private String bucket(String name) {
        s3.createBucket(r -> r.bucket(name));
        return name;
    }

    private String database(String name, Map<String, String> tags) {
        rds.createDBInstance(r -> r.dbInstanceIdentifier(name)
                .dbInstanceClass("db.t4g.micro")
                .engine("postgres")
                .allocatedStorage(20)
                .masterUsername("ledger")
                .masterUserPassword("not-a-secret-1")
                .tags(tags.entrySet().stream()
                        .map(tag -> software.amazon.awssdk.services.rds.model.Tag.builder()
                                .key(tag.getKey())
                                .value(tag.getValue())
                                .build())
                        .toList()));
        return name;
    }

    private static TagSpecification[] specification(ResourceType type, Map<String, String> tags) {
        if (tags.isEmpty()) {
            return new TagSpecification[0];
        }
        var all = tags.entrySet().stream()
                .map(tag ->
                        Tag.builder().key(tag.getKey()).value(tag.getValue()).build())
                .toList();
        return new TagSpecification[] {
            TagSpecification.builder().resourceType(type).tags(all).build()
        };
    }

    private static Map<String, String> tags(String words) {
        var tags = new LinkedHashMap<String, String>();
        Arrays.stream(words.split(" ", -1)).filter(word -> word.contains("=")).forEach(word -> {
            int equals = word.indexOf('=');
            tags.put(word.substring(0, equals), word.substring(equals + 1));
        });
        return tags;
    }
}
