package io.groundskeeper.local.kubernetes;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** A watch: one event in each line, until the time is over, the server stops or the client leaves. */
final class WatchStream implements Answer {
    private static final long SECONDS_UNLESS_TOLD = 300;

    private final Storage storage;
    private final Selection selection;
    private final Request request;
    private final long since;
    private final long seconds;

    /** Reads the request, so that a bad one is refused before the answer begins. */
    WatchStream(Storage storage, Selection selection, Request request) {
        this.storage = storage;
        this.selection = selection;
        this.request = request;
        since = request.number("resourceVersion", 0);
        seconds = request.number("timeoutSeconds", SECONDS_UNLESS_TOLD);
    }

    @Override
    public void send(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            if (!request.upgrade()) {
                stream(out);
            }
            // Whoever wanted a WebSocket takes a plain answer for the advice to ask again without.
        }
    }

    private void stream(OutputStream out) throws IOException {
        if (since > 0 && storage.forgot(since)) {
            write(
                    out,
                    "ERROR",
                    ApiError.of(410, "Expired", "too old resource version: " + since)
                            .status());
            return;
        }
        long start = since > 0 ? since : existing(out);
        out.flush();
        follow(out, start, Instant.now().plusSeconds(seconds));
    }

    /** Shows what is there as added, and answers up to which revision that is. */
    private long existing(OutputStream out) throws IOException {
        record Snapshot(long revision, List<ObjectNode> objects) {}
        Snapshot snapshot = storage.locked(() ->
                new Snapshot(storage.revision(), storage.list(selection.type().storedAs(), selection.namespace())));
        for (ObjectNode object : snapshot.objects()) {
            if (selection.matches().test(object)) {
                write(out, "ADDED", selection.shown(object));
            }
        }
        if (request.flag("sendInitialEvents")) {
            write(out, "BOOKMARK", endOfInitialEvents(snapshot.revision()));
        }
        return snapshot.revision();
    }

    private void follow(OutputStream out, long start, Instant end) throws IOException {
        long seen = start;
        Duration left = Duration.between(Instant.now(), end);
        while (left.isPositive() && !storage.isClosed()) {
            for (Change change : changes(seen, left)) {
                seen = change.revision();
                var type = change.seenBy(selection.matches());
                if (type.isPresent()) {
                    write(out, type.get(), selection.shown(change.after()));
                }
            }
            left = Duration.between(Instant.now(), end);
        }
    }

    private List<Change> changes(long after, Duration wait) throws IOException {
        try {
            return storage.changesAfter(after, selection.type().storedAs(), wait);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the server stops", e);
        }
    }

    private ObjectNode endOfInitialEvents(long revision) {
        ObjectNode bookmark = selection.shown(Documents.object());
        ObjectNode metadata = Metadata.in(bookmark).node().put("resourceVersion", Long.toString(revision));
        metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
        return bookmark;
    }

    private static void write(OutputStream out, String type, ObjectNode object) throws IOException {
        ObjectNode event = Documents.object().put("type", type);
        event.set("object", object);
        out.write(Documents.write(event));
        out.write('\n');
        out.flush();
    }
}
