package io.groundskeeper.local.kubernetes;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.groundskeeper.local.http.RequestLog;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;

/** Every request: who asks, where to, and errors as {@code Status} objects. */
final class ApiHandler implements HttpHandler {
    private static final System.Logger LOG = System.getLogger(ApiHandler.class.getName());
    private static final Set<String> HEALTH = Set.of("healthz", "livez", "readyz");

    private final Authenticator authenticator;
    private final Discovery discovery;
    private final OpenApi openApi;
    private final Reviews reviews;
    private final ResourceHandler resources;

    ApiHandler(
            Authenticator authenticator,
            Discovery discovery,
            OpenApi openApi,
            Reviews reviews,
            ResourceHandler resources) {
        this.authenticator = authenticator;
        this.discovery = discovery;
        this.openApi = openApi;
        this.reviews = reviews;
        this.resources = resources;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        long start = System.nanoTime();
        try (exchange) {
            var answer = answer(exchange);
            RequestLog.answered("Kubernetes", exchange, start);
            answer.send(exchange);
        }
    }

    private Answer answer(HttpExchange exchange) throws IOException {
        try {
            return answer(Request.read(exchange));
        } catch (ApiError e) {
            return Answer.error(e);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, () -> "Answering " + exchange.getRequestURI() + " with 500", e);
            ApiError error = ApiError.of(500, "InternalError", "Internal error occurred: " + e);
            return Answer.error(error);
        }
    }

    private Answer answer(Request request) {
        String first = request.segments().getFirst();
        if (HEALTH.contains(first)) {
            return Answer.text("ok");
        }
        Caller caller = authenticated(request);
        if (first.equals("openapi")) {
            return openApi.answer(request);
        }
        if (reviews.covers(request)) {
            return reviews.answer(caller, request);
        }
        List<String> segments = request.segments();
        return ResourcePath.parse(segments)
                .map(path -> resources.answer(caller, request, path))
                .orElseGet(() -> discovery.answer(request));
    }

    private Caller authenticated(Request request) {
        try {
            return authenticator.authenticate(request.bearerToken());
        } catch (UnauthorizedException e) {
            LOG.log(Level.DEBUG, () -> "Refusing a token: " + e.getMessage());
            throw ApiError.unauthorized();
        }
    }
}
