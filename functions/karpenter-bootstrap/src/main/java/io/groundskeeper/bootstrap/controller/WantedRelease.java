package io.groundskeeper.bootstrap.controller;

import io.groundskeeper.bootstrap.version.KarpenterVersion;
import tools.jackson.databind.JsonNode;

/**
 * A Helm release as it should be.
 *
 * @param chart where it is: an {@code oci://} reference without a tag, or a folder
 */
public record WantedRelease(String name, String namespace, String chart, KarpenterVersion version, JsonNode values) {}
