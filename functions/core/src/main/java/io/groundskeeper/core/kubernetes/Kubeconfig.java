package io.groundskeeper.core.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.groundskeeper.core.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import tools.jackson.databind.node.ObjectNode;

/** Writes a client's configuration as the text of a kubeconfig, for tools that take nothing else. */
final class Kubeconfig {

    private static final String NAME = "cluster";

    private Kubeconfig() {}

    /** The text, in JSON, which is YAML too; it holds a token and belongs into no log. */
    static String of(Config config) {
        var root = Json.object().put("apiVersion", "v1").put("kind", "Config").put("current-context", NAME);
        root.putArray("clusters").addObject().put("name", NAME).set("cluster", cluster(config));
        root.putArray("users").addObject().put("name", NAME).set("user", user(config));
        root.putArray("contexts")
                .addObject()
                .put("name", NAME)
                .putObject("context")
                .put("cluster", NAME)
                .put("user", NAME);
        return Json.write(root);
    }

    private static ObjectNode cluster(Config config) {
        var cluster = Json.object().put("server", config.getMasterUrl());
        put(cluster, "certificate-authority-data", data(config.getCaCertData(), config.getCaCertFile()));
        if (config.isTrustCerts()) {
            cluster.put("insecure-skip-tls-verify", true);
        }
        return cluster;
    }

    private static ObjectNode user(Config config) {
        var user = Json.object();
        put(user, "token", token(config));
        put(user, "client-certificate-data", data(config.getClientCertData(), config.getClientCertFile()));
        put(user, "client-key-data", data(config.getClientKeyData(), config.getClientKeyFile()));
        put(user, "username", config.getUsername());
        put(user, "password", config.getPassword());
        return user;
    }

    private static String token(Config config) {
        if (config.getOauthTokenProvider() != null) {
            return config.getOauthTokenProvider().getToken();
        }
        return config.getOauthToken() == null ? config.getAutoOAuthToken() : config.getOauthToken();
    }

    private static String data(String data, String file) {
        if (data != null || file == null) {
            return data;
        }
        try {
            return Base64.getEncoder().encodeToString(Files.readAllBytes(Path.of(file)));
        } catch (IOException e) {
            throw new UncheckedIOException("The kubeconfig names %s, which cannot be read".formatted(file), e);
        }
    }

    private static void put(ObjectNode object, String field, String value) {
        if (value != null && !value.isEmpty()) {
            object.put(field, value);
        }
    }
}
