package io.groundskeeper.local.http;

import com.sun.net.httpserver.HttpExchange;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Logs each request that a stand-in has answered, for those who want to count or time them; silent by default. */
public final class RequestLog {

    private static final Logger LOG = System.getLogger("io.groundskeeper.local.requests");

    private RequestLog() {}

    /**
     * The answer to a request is ready, and about to be sent: who has the answer finds the request logged.
     *
     * @param server who did
     * @param start when it came, by {@link System#nanoTime()}
     */
    public static void answered(String server, HttpExchange exchange, long start) {
        if (LOG.isLoggable(Level.DEBUG)) {
            LOG.log(
                    Level.DEBUG,
                    "{0}: {1} {2}, from {3} to {4} ns",
                    server,
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getPath(),
                    start,
                    System.nanoTime());
        }
    }
}
