package io.groundskeeper.local.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which handler a method and path lead to. A template is a path in which {@code {name}} stands for one part.
 *
 * @param <H> what a route leads to
 */
public final class Routes<H> {
    private final List<Route<H>> all = new ArrayList<>();

    /** A route that was found, with the parts of the path that its template names. */
    public record Match<H>(H handler, Map<String, String> parts) {}

    private record Route<H>(String method, List<String> template, H handler) {

        Optional<Match<H>> match(String wanted, List<String> path) {
            if (!method.equals(wanted) || template.size() != path.size()) {
                return Optional.empty();
            }
            var parts = new HashMap<String, String>();
            for (int i = 0; i < path.size(); i++) {
                String part = template.get(i);
                if (part.startsWith("{")) {
                    parts.put(part.substring(1, part.length() - 1), path.get(i));
                } else if (!part.equals(path.get(i))) {
                    return Optional.empty();
                }
            }
            return Optional.of(new Match<>(handler, parts));
        }
    }

    /** Adds a route, for example GET of {@code clusters/{name}}. */
    public Routes<H> add(String method, String template, H handler) {
        all.add(new Route<>(method, Arrays.asList(template.split("/")), handler));
        return this;
    }

    /** The first route that fits. */
    public Optional<Match<H>> find(Request request) {
        var path = request.path();
        return all.stream()
                .flatMap(route -> route.match(request.method(), path).stream())
                .findFirst();
    }
}
