package io.groundskeeper.local.http;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** One HTTP answer. */
public final class Response {
    private final int status;
    private final Map<String, String> headers;
    private final byte[] body;

    /** An answer by its parts. */
    public Response(int status, Map<String, String> headers, byte[] body) {
        this.status = status;
        this.headers = Map.copyOf(headers);
        this.body = body;
    }

    /** An answer in JSON. */
    public static Response json(int status, JsonNode node) {
        return new Response(status, Map.of("Content-Type", "application/json"), Json.bytes(node));
    }

    /** An answer in plain text. */
    public static Response text(int status, String text) {
        return new Response(
                status, Map.of("Content-Type", "text/plain; charset=utf-8"), text.getBytes(StandardCharsets.UTF_8));
    }

    /** This answer with one more header. */
    public Response with(String name, String value) {
        var more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Response(status, more, body);
    }

    /** HTTP status. */
    public int status() {
        return status;
    }

    /** Headers by name as sent. */
    public Map<String, String> headers() {
        return headers;
    }

    /** The body. */
    public byte[] body() {
        return body;
    }
}
