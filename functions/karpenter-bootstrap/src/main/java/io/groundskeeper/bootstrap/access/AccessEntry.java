package io.groundskeeper.bootstrap.access;

import java.util.List;
import java.util.Map;

/**
 * An access entry as it is.
 *
 * @param type STANDARD, EC2_LINUX or another of EKS's
 */
public record AccessEntry(String arn, String type, List<String> groups, Map<String, String> tags) {

    public AccessEntry {
        groups = List.copyOf(groups);
        tags = Map.copyOf(tags);
    }
}
