package io.groundskeeper.interruption.replay;

import io.groundskeeper.core.setting.Settings;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * From a dead letter queue back to where its messages came from.
 *
 * @param deadLetters the URL of the dead letter queue
 * @param queue the URL of the queue
 */
record Route(String deadLetters, String queue) {

    /**
     * The routes of this function.
     *
     * @throws io.groundskeeper.core.setting.BadSettingException if there is none, or one of which only one end is set
     */
    static List<Route> all(Settings settings) {
        var routes = Stream.of("WARNING", "KEEPER")
                .flatMap(name -> find(settings, name).stream())
                .toList();
        if (routes.isEmpty()) {
            throw settings.bad("WARNING_DLQ_URL", "", "the URL of the function's dead letter queue");
        }
        return routes;
    }

    private static Optional<Route> find(Settings settings, String name) {
        var deadLetters = settings.find(name + "_DLQ_URL");
        var queue = settings.find(name + "_QUEUE_URL");
        if (deadLetters.isPresent() && queue.isEmpty()) {
            throw settings.bad(name + "_QUEUE_URL", "", "the URL of the queue beside %s_DLQ_URL".formatted(name));
        }
        return deadLetters.map(url -> new Route(url, queue.orElseThrow()));
    }

    /** The queue's name. */
    String name() {
        return queue.substring(queue.lastIndexOf('/') + 1);
    }
}
