package io.groundskeeper.local.kubernetes;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/** What a client gets. */
@FunctionalInterface
interface Answer {

    /** Sends head and body. */
    void send(HttpExchange exchange) throws IOException;

    static Answer json(int code, JsonNode document) {
        return bytes(code, "application/json", Documents.write(document));
    }

    static Answer error(ApiError error) {
        Answer answer = json(error.code(), error.status());
        int seconds = error.retryAfterSeconds();
        return seconds == 0
                ? answer
                : exchange -> {
                    exchange.getResponseHeaders().set("Retry-After", Integer.toString(seconds));
                    answer.send(exchange);
                };
    }

    static Answer text(String text) {
        return bytes(200, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    static Answer bytes(int code, String contentType, byte[] body) {
        return exchange -> {
            exchange.getResponseHeaders().set("Content-Type", contentType);
            boolean headOnly = body.length == 0 || exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(code, headOnly ? -1 : body.length);
            if (!headOnly) {
                try (OutputStream out = exchange.getResponseBody()) {
                    out.write(body);
                }
            }
        };
    }
}
