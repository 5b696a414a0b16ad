package io.groundskeeper.bootstrap.controller;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A CustomResourceDefinition that is there.
 *
 * @param storedVersions in which objects of it may be stored; empty where a Helm release owns it, since it is not asked
 * @param convertedByWebhook whether a webhook converts between its versions; not asked where a Helm release owns it
 */
public record Definition(
        String name,
        Map<String, String> labels,
        Map<String, String> annotations,
        List<String> storedVersions,
        boolean convertedByWebhook) {

    public Definition {
        labels = Map.copyOf(labels);
        annotations = Map.copyOf(annotations);
        storedVersions = List.copyOf(storedVersions);
    }

    /** Who keeps it, in words; empty when nobody does. */
    Optional<String> keeper() {
        return Keeper.of(labels, annotations);
    }

    boolean isOf(String release, String namespace) {
        return Keeper.isRelease(annotations, release, namespace);
    }

    /** The versions other than v1 in which objects may be stored. */
    List<String> oldVersions() {
        return storedVersions.stream().filter(version -> !version.equals("v1")).toList();
    }
}
