package io.groundskeeper.local.lambda;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The Lambda Runtime API, from which the real runtime interface client takes its events. One event at a time, as in
 * Lambda.
 */
final class RuntimeApi implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(20);

    private record Event(String requestId, String body, Duration timeout, CountDownLatch taken) {}

    private final HttpServer server;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
    private int requests;

    RuntimeApi() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/2018-06-01/runtime/", this::serve);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    /** Host and port, for AWS_LAMBDA_RUNTIME_API. */
    String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /**
     * Hands an event to the function and waits for what comes of it; empty when nothing does in time.
     *
     * @param start how long the function may take until it asks for the event
     * @param timeout how long it may take from then on
     */
    Optional<Answer> invoke(String body, Duration start, Duration timeout) throws InterruptedException {
        var requestId = "00000000-0000-0000-0000-%012d".formatted(++requests);
        var event = new Event(requestId, body, timeout, new CountDownLatch(1));
        events.put(event);
        // A function that cannot start answers with its error and never asks.
        for (long end = System.nanoTime() + start.toNanos(); event.taken().getCount() > 0; ) {
            var answer = answers.poll(POLL.toMillis(), TimeUnit.MILLISECONDS);
            if (answer != null || System.nanoTime() > end) {
                return Optional.ofNullable(answer);
            }
        }
        return Optional.ofNullable(answers.poll(timeout.toMillis(), TimeUnit.MILLISECONDS));
    }

    /** Answers the event at hand, when the process that should have is gone. */
    void answer(Answer answer) {
        answers.add(answer);
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getPath();
            if (path.endsWith("/invocation/next")) {
                next(exchange);
                return;
            }
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            if (path.endsWith("/response")) {
                answers.add(new Answer.Returned(body));
            } else if (path.endsWith("/error")) {
                answers.add(Answer.Thrown.of(body));
            }
            exchange.sendResponseHeaders(202, -1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void next(HttpExchange exchange) throws IOException, InterruptedException {
        var event = events.take();
        event.taken().countDown();
        var headers = exchange.getResponseHeaders();
        headers.set("Lambda-Runtime-Aws-Request-Id", event.requestId());
        headers.set(
                "Lambda-Runtime-Deadline-Ms",
                String.valueOf(System.currentTimeMillis() + event.timeout().toMillis()));
        headers.set("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:us-east-1:123456789012:function:local");
        headers.set("Content-Type", "application/json");
        var bytes = event.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
