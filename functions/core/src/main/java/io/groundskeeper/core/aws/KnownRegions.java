package io.groundskeeper.core.aws;

import java.util.List;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;

/** Tells regions from names that only look like one. A call to such a one would end in a search for its host. */
public final class KnownRegions {

    private static final List<String> PARTITIONS =
            List.of("aws", "aws-cn", "aws-us-gov", "aws-iso", "aws-iso-b", "aws-iso-e", "aws-iso-f", "aws-eusc");

    private KnownRegions() {}

    /** Whether the SDK lists it, or it is formed as a partition forms its regions: there may be new ones. */
    public static boolean contains(String name) {
        return Region.regions().stream()
                        .anyMatch(region ->
                                !region.isGlobalRegion() && region.id().equals(name))
                || PARTITIONS.stream()
                        .map(PartitionMetadata::of)
                        .anyMatch(partition -> partition != null && name.matches(partition.regionRegex()));
    }
}
