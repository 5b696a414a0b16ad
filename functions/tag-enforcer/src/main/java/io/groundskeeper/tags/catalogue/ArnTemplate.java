package io.groundskeeper.tags.catalogue;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;

/**
 * Builds an ARN.
 *
 * @param text with {@code {partition}}, {@code {region}}, {@code {account}}, {@code {id}} and {@code {parent}}
 */
public record ArnTemplate(String text) {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z]+)\\}");

    /** Whether the account is a part of these ARNs. */
    public boolean needsAccount() {
        return text.contains("{account}");
    }

    /** Whether the parent is a part of these ARNs. */
    public boolean needsParent() {
        return text.contains("{parent}");
    }

    /**
     * The ARN of {@code id}, in the region's partition.
     *
     * @param parent its parent's name; empty where it has none
     */
    public String arn(String region, String account, String id, String parent) {
        return PLACEHOLDER
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        switch (found.group(1)) {
                            case "partition" -> partition(region);
                            case "region" -> region;
                            case "account" -> account;
                            case "id" -> id;
                            case "parent" -> parent;
                            default -> found.group();
                        }));
    }

    boolean isKnown() {
        return text.startsWith("arn:{partition}:")
                && (text.contains("{id}") || needsParent())
                && PLACEHOLDER
                        .matcher(text)
                        .results()
                        .map(found -> found.group(1))
                        .allMatch(name -> name.matches("partition|region|account|id|parent"));
    }

    private static String partition(String region) {
        return PartitionMetadata.of(Region.of(region)).id();
    }
}
