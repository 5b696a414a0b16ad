package io.groundskeeper.core.aws;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;

/** Tells regions from names that only look like one. A call to such a one would end in a search for its host. */
public final class KnownRegions {

    private static final List<String> PARTITIONS =
            List.of("aws", "aws-cn", "aws-us-gov", "aws-iso", "aws-iso-b", "aws-iso-e", "aws-iso-f", "aws-eusc");

    /** For example {@code east} of us-east-1. */
    private static final Pattern SIDE = Pattern.compile("[a-z]+-(?<side>[a-z-]+)-[0-9]+");

    private static final Set<String> SIDES =
            Region.regions().stream().map(region -> side(region.id())).collect(Collectors.toUnmodifiableSet());

    private KnownRegions() {}

    /** Whether the SDK lists it, or it is formed as a partition forms its regions: there may be new ones. */
    public static boolean contains(String name) {
        return Region.regions().stream()
                        .anyMatch(region ->
                                !region.isGlobalRegion() && region.id().equals(name))
                || isFormedAsOne(name);
    }

    /** A partition's own pattern takes any word between area and number. */
    private static boolean isFormedAsOne(String name) {
        return !side(name).isEmpty()
                && SIDES.contains(side(name))
                && PARTITIONS.stream()
                        .map(PartitionMetadata::of)
                        .anyMatch(partition -> partition != null && name.matches(partition.regionRegex()));
    }

    private static String side(String name) {
        var parts = SIDE.matcher(name);
        return parts.matches() ? parts.group("side") : "";
    }
}
