package io.groundskeeper.tags;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.slack.Outbox;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;

/** A Slack with a channel for each path that behaves as told, and an outbox that may refuse. */
final class SlackOutage implements Outbox, AutoCloseable {

    /** What a channel does with a message. */
    enum Mood {
        ACCEPTS,
        BUSY,
        FAILS,
        REFUSES,
        HANGS_UP,
        SAYS_NOTHING
    }

    private final HttpServer server;
    private final Map<String, Mood> moods = new ConcurrentHashMap<>();
    private final Map<String, List<JsonNode>> accepted = new ConcurrentHashMap<>();
    private final Deque<String> kept = new ArrayDeque<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch closing = new CountDownLatch(1);
    private boolean outboxFails;

    SlackOutage() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    String webhook(String channel) {
        return "http://127.0.0.1:%d/%s".formatted(server.getAddress().getPort(), channel);
    }

    void is(String channel, Mood mood) {
        moods.put(channel, mood);
    }

    void outboxFails(boolean fails) {
        outboxFails = fails;
    }

    /** What a channel took, as one text for each message. */
    List<String> accepted(String channel) {
        return accepted.getOrDefault(channel, List.of()).stream()
                .map(Json::write)
                .toList();
    }

    /** All that any channel took. */
    List<String> accepted() {
        return new TreeMap<>(accepted)
                .values().stream().flatMap(List::stream).map(Json::write).toList();
    }

    /** Takes what waits out of the outbox. */
    List<String> takeKept() {
        var bodies = new ArrayList<>(kept);
        kept.clear();
        return bodies;
    }

    @Override
    public void put(String body, Duration delay) {
        if (outboxFails) {
            throw new IllegalStateException("The queue does not answer");
        }
        kept.add(body);
    }

    private void answer(HttpExchange exchange) throws IOException {
        var channel = exchange.getRequestURI().getPath().substring(1);
        var body = Json.read(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        switch (moods.getOrDefault(channel, Mood.ACCEPTS)) {
            case ACCEPTS -> {
                accepted.computeIfAbsent(channel, c -> new CopyOnWriteArrayList<>())
                        .add(body);
                exchange.sendResponseHeaders(200, -1);
            }
            case BUSY -> {
                exchange.getResponseHeaders().add("Retry-After", "1");
                exchange.sendResponseHeaders(429, -1);
            }
            case FAILS -> exchange.sendResponseHeaders(500, -1);
            case REFUSES -> exchange.sendResponseHeaders(404, -1);
            case HANGS_UP -> {}
            case SAYS_NOTHING -> silence();
        }
        exchange.close();
    }

    private void silence() {
        try {
            closing.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.close();
    }
}
