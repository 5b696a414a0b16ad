package io.groundskeeper.interruption.kubernetes;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** An HTTP server that answers each path with what it was told, and 404 else. */
public final class ApiServer implements AutoCloseable {

    private record Answer(int status, String body) {}

    private final HttpServer server;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final List<String> paths = new CopyOnWriteArrayList<>();
    private final List<String> methods = new CopyOnWriteArrayList<>();
    private final List<String> queries = new CopyOnWriteArrayList<>();
    private final List<String> contentTypes = new CopyOnWriteArrayList<>();

    public ApiServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    public ApiServer with(String path, int status, String body) {
        answers.put(path, new Answer(status, body));
        return this;
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public List<String> bodies() {
        return bodies;
    }

    public List<String> paths() {
        return paths;
    }

    public List<String> methods() {
        return methods;
    }

    public List<String> queries() {
        return queries;
    }

    public List<String> contentTypes() {
        return contentTypes;
    }

    private void answer(HttpExchange exchange) throws IOException {
        methods.add(exchange.getRequestMethod());
        queries.add(String.valueOf(exchange.getRequestURI().getQuery()));
        contentTypes.add(String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type")));
        paths.add(exchange.getRequestURI().getPath());
        bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        var answer = answers.getOrDefault(exchange.getRequestURI().getPath(), new Answer(404, status(404)));
        var body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(answer.status(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    public static String status(int code) {
        return "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"no\",\"code\":%d}"
                .formatted(code);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
