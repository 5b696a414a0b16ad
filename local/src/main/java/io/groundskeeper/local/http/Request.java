package io.groundskeeper.local.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/** One HTTP request, read whole. Immutable as long as nobody writes into its body. */
public final class Request {
    private final String method;
    private final URI uri;
    private final Map<String, String> headers;
    private final byte[] body;

    /** A request by its parts: header names in any case, the path and query still encoded. */
    public Request(String method, URI uri, Map<String, String> headers, byte[] body) {
        this.method = method;
        this.uri = uri;
        var lower = new LinkedHashMap<String, String>();
        headers.forEach((name, value) -> lower.put(name.toLowerCase(Locale.ROOT), value));
        this.headers = Map.copyOf(lower);
        this.body = body;
    }

    static Request read(HttpExchange exchange) throws IOException {
        var headers = new LinkedHashMap<String, String>();
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.getFirst()));
        return new Request(
                exchange.getRequestMethod(),
                exchange.getRequestURI(),
                headers,
                exchange.getRequestBody().readAllBytes());
    }

    /** GET, POST and so on. */
    public String method() {
        return method;
    }

    /** Path and query as they were sent. */
    public URI uri() {
        return uri;
    }

    /** All headers by lower-case name. */
    public Map<String, String> headers() {
        return headers;
    }

    /** The body, empty when there is none. */
    public byte[] body() {
        return body;
    }

    /** The first value of a header, whatever the case of its name. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }

    /** The decoded parts between the slashes; a part may hold a slash that was encoded. */
    public List<String> path() {
        return Arrays.stream(uri.getRawPath().split("/"))
                .filter(part -> !part.isEmpty())
                .map(part -> decode(part.replace("+", "%2B")))
                .toList();
    }

    /** The decoded query by name, each name with its values in order. */
    public Map<String, List<String>> query() {
        return query(uri);
    }

    /** The decoded query of a URI, as {@link #query()}. */
    public static Map<String, List<String>> query(URI uri) {
        var query = new LinkedHashMap<String, List<String>>();
        if (uri.getRawQuery() != null) {
            for (String pair : uri.getRawQuery().split("&", -1)) {
                int equals = pair.indexOf('=');
                String name = decode(equals < 0 ? pair : pair.substring(0, equals));
                query.computeIfAbsent(name, any -> new ArrayList<>())
                        .add(equals < 0 ? "" : decode(pair.substring(equals + 1)));
            }
        }
        return query;
    }

    /** The first value of a query parameter. */
    public Optional<String> query(String name) {
        return Optional.ofNullable(query().get(name)).map(List::getFirst);
    }

    /**
     * The body as a JSON object; an empty body is an empty object.
     *
     * @throws AwsException SerializationException when it is something else
     */
    public ObjectNode json() {
        if (body.length == 0) {
            return Json.object();
        }
        try {
            if (Json.parse(body) instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException e) {
            throw new AwsException(400, "SerializationException", "The body is not JSON: " + e.getOriginalMessage());
        }
        throw new AwsException(400, "SerializationException", "The body is not a JSON object");
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
