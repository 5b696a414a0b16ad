package io.groundskeeper.local.moto;

import io.groundskeeper.local.http.Request;
import io.groundskeeper.local.http.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Hands requests on to moto as they came, so that their key and region stay what they are. Thread-safe. */
public final class MotoForward implements AutoCloseable {
    private static final Set<String> OF_THE_CONNECTION =
            Set.of("host", "connection", "content-length", "expect", "upgrade", "http2-settings", "transfer-encoding");

    private final URI moto;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Hands on to the moto at this address. */
    public MotoForward(URI moto) {
        this.moto = moto;
    }

    /** moto's answer. */
    public Response send(Request request) {
        String query = request.uri().getRawQuery();
        String target = request.uri().getRawPath() + (query == null ? "" : "?" + query);
        var forward = HttpRequest.newBuilder(moto.resolve(target))
                .method(request.method(), BodyPublishers.ofByteArray(request.body()));
        request.headers().entrySet().stream()
                .filter(header -> !OF_THE_CONNECTION.contains(header.getKey()))
                .forEach(header -> forward.header(header.getKey(), header.getValue()));
        try {
            var answer = http.send(forward.build(), BodyHandlers.ofByteArray());
            Map<String, String> headers = answer.headers().map().entrySet().stream()
                    .filter(header -> !OF_THE_CONNECTION.contains(header.getKey()))
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, header -> header.getValue().getFirst()));
            return new Response(answer.statusCode(), headers, answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException("moto at " + moto + " does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MotoException("Interrupted while moto was asked", e);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
