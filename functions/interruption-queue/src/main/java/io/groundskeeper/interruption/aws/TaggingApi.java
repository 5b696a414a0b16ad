package io.groundskeeper.interruption.aws;

import io.groundskeeper.core.aws.AwsJsonClient;
import io.groundskeeper.core.aws.TagReader;
import io.groundskeeper.interruption.watch.InstanceTags;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;

/** The tags of instances by the Resource Groups Tagging API: one call for each hundred. */
public final class TaggingApi implements InstanceTags {

    private final TagReader reader;

    /** @param tagging for {@link AwsJsonClient.Service#TAGGING} */
    public TaggingApi(AwsJsonClient tagging) {
        this.reader = new TagReader(tagging);
    }

    @Override
    public Map<String, Map<String, String>> of(String account, String region, Set<String> instanceIds) {
        var there = Region.of(region);
        var prefix = "arn:%s:ec2:%s:%s:instance/"
                .formatted(PartitionMetadata.of(there).id(), region, account);
        var read = reader.read(instanceIds.stream().map(prefix::concat).toList(), there);
        var tags = new HashMap<String, Map<String, String>>();
        read.byArn().forEach((arn, found) -> tags.put(arn.substring(arn.lastIndexOf('/') + 1), found));
        return tags;
    }
}
