package io.groundskeeper.local.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP server on a free port of 127.0.0.1, a virtual thread for each request. */
public final class LocalServer implements AutoCloseable {
    private static final Logger LOG = System.getLogger(LocalServer.class.getName());

    private final String name;
    private final Endpoint endpoint;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private LocalServer(String name, Endpoint endpoint, HttpServer server) {
        this.name = name;
        this.endpoint = endpoint;
        this.server = server;
    }

    /**
     * Starts a server.
     *
     * @param name who it is, for log lines
     * @throws UncheckedIOException when no port can be had
     */
    public static LocalServer start(String name, Endpoint endpoint) {
        try {
            var address = new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0);
            var started = new LocalServer(name, endpoint, HttpServer.create(address, 0));
            started.server.setExecutor(started.threads);
            started.server.createContext("/", started::exchange);
            started.server.start();
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException("The " + name + " stand-in cannot listen on 127.0.0.1", e);
        }
    }

    /** Where it listens, without a slash at the end. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void exchange(HttpExchange exchange) throws IOException {
        var start = System.nanoTime();
        try (exchange) {
            var answer = answer(Request.read(exchange));
            RequestLog.answered(name, exchange, start);
            send(exchange, answer);
        }
    }

    private Response answer(Request request) {
        try {
            return endpoint.handle(request);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, () -> name + " failed on " + request.method() + " " + request.uri(), e);
            return Response.json(500, Json.object().put("message", "The " + name + " stand-in failed: " + e))
                    .with("x-amzn-ErrorType", "InternalFailure");
        }
    }

    private static void send(HttpExchange exchange, Response response) throws IOException {
        response.headers().forEach(exchange.getResponseHeaders()::set);
        boolean silent =
                response.body().length == 0 || exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(response.status(), silent ? -1 : response.body().length);
        if (!silent) {
            exchange.getResponseBody().write(response.body());
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
