package io.groundskeeper.bootstrap.helm;

import io.groundskeeper.bootstrap.controller.Release;
import io.groundskeeper.core.json.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Reads Helm's releases as it stores them: a Secret for each revision, its data base64 of a gzip of JSON, in which the
 * installed objects are a text of YAML documents.
 */
public final class StoredRelease {

    private static final YAMLMapper YAML = new YAMLMapper();

    private StoredRelease() {}

    /**
     * The newest revision of each release, by the releases' names.
     *
     * @param secrets the list of the releases' Secrets, as the API server gives it
     */
    public static Map<String, Release> newest(JsonNode secrets) {
        return secrets.path("items")
                .valueStream()
                .collect(Collectors.groupingBy(
                        secret -> secret.at("/metadata/labels/name").asString(""),
                        Collectors.collectingAndThen(Collectors.toList(), StoredRelease::last)));
    }

    private static Release last(List<JsonNode> revisions) {
        return read(Collections.max(revisions, Comparator.comparingInt(StoredRelease::revision)), revisions.size() - 1);
    }

    private static int revision(JsonNode secret) {
        return secret.path("metadata").path("labels").path("version").asInt(0);
    }

    private static Release read(JsonNode secret, int older) {
        var release = content(secret.path("data").path("release").asString(""));
        var labels = secret.path("metadata").path("labels");
        return new Release(
                release.path("name").asString(labels.path("name").asString("")),
                secret.path("metadata").path("name").asString(""),
                older,
                release.path("info")
                        .path("status")
                        .asString(labels.path("status").asString("")),
                release.path("chart").path("metadata").path("version").asString(""),
                release.path("config").isObject() ? release.path("config") : Json.object(),
                time(release.path("info").path("last_deployed").asString("")),
                objects(release.path("manifest").asString("")));
    }

    private static JsonNode content(String data) {
        // Once for the Secret, once for Helm.
        var base64 = Base64.getDecoder().decode(data);
        try (var gzip =
                new GZIPInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(base64)))) {
            return Json.read(new String(gzip.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("A Secret of a Helm release cannot be read", e);
        }
    }

    private static Instant time(String text) {
        return text.isEmpty() ? Instant.EPOCH : OffsetDateTime.parse(text).toInstant();
    }

    private static List<JsonNode> objects(String manifest) {
        try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(manifest)) {
            return documents.readAll().stream().filter(JsonNode::isObject).toList();
        }
    }
}
