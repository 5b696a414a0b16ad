package io.groundskeeper.local.kubernetes;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A request as far as it has been read.
 *
 * @param segments the path's parts, never empty
 * @param contentType the media type; JSON when the client names none or sends protobuf, which has become JSON here
 * @param authorization the header, empty when it is missing
 * @param userAgent the header, unknown when it is missing
 * @param upgrade whether the client wants to speak WebSocket
 */
record Request(
        String method,
        List<String> segments,
        Map<String, String> query,
        String contentType,
        String authorization,
        String userAgent,
        boolean upgrade,
        String body) {
    private static final String BEARER = "Bearer ";

    static Request read(HttpExchange exchange) throws IOException {
        var headers = exchange.getRequestHeaders();
        String authorization = headers.getFirst("Authorization");
        byte[] body = exchange.getRequestBody().readAllBytes();
        String contentType = Documents.mediaType(headers.getFirst("Content-Type"));
        boolean protobuf = contentType.equals(ProtobufBody.MEDIA_TYPE);
        return new Request(
                exchange.getRequestMethod(),
                Arrays.stream(exchange.getRequestURI().getRawPath().substring(1).split("/", -1))
                        .map(Request::decoded)
                        .toList(),
                query(exchange.getRequestURI().getRawQuery()),
                protobuf ? "application/json" : contentType,
                authorization == null ? "" : authorization,
                headers.getFirst("User-Agent") == null ? "unknown" : headers.getFirst("User-Agent"),
                headers.containsKey("Upgrade"),
                text(protobuf, body));
    }

    String path() {
        return String.join("/", segments);
    }

    String parameter(String name) {
        return query.getOrDefault(name, "");
    }

    boolean flag(String name) {
        return List.of("true", "1").contains(parameter(name));
    }

    boolean dryRun() {
        String dryRun = parameter("dryRun");
        if (!dryRun.isEmpty() && !dryRun.equals("All")) {
            throw ApiError.badRequest("dryRun: Unsupported value: \"" + dryRun + "\": supported values: \"All\"");
        }
        return !dryRun.isEmpty();
    }

    /** A number from the query, or what it is when the query does not say. */
    long number(String name, long otherwise) {
        String text = parameter(name);
        if (text.isEmpty()) {
            return otherwise;
        }
        if (!text.matches("\\d{1,18}")) {
            throw ApiError.badRequest(name + ": Invalid value: \"" + text + "\": has to be a number");
        }
        return Long.parseLong(text);
    }

    String bearerToken() {
        if (!authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            throw ApiError.unauthorized();
        }
        return authorization.substring(BEARER.length()).strip();
    }

    private static String text(boolean protobuf, byte[] body) {
        return new String(
                protobuf && body.length > 0 ? Documents.write(ProtobufBody.read(body)) : body, StandardCharsets.UTF_8);
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> query = new LinkedHashMap<>();
        if (raw != null) {
            for (String pair : raw.split("&", -1)) {
                String[] nameAndValue = pair.split("=", 2);
                query.putIfAbsent(decoded(nameAndValue[0]), nameAndValue.length < 2 ? "" : decoded(nameAndValue[1]));
            }
        }
        return query;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw ApiError.badRequest("the URL holds a bad escape: " + e.getMessage());
        }
    }
}
