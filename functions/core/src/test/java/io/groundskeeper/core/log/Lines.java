package io.groundskeeper.core.log;

import io.groundskeeper.core.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A log that can be read. */
public final class Lines {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Log log;

    public Lines(Clock clock) {
        log = Log.of(new PrintStream(out, true, StandardCharsets.UTF_8), clock, "test-function");
    }

    public Log log() {
        return log;
    }

    public String text() {
        return out.toString(StandardCharsets.UTF_8);
    }

    public List<JsonNode> of(String event) {
        return text().lines()
                .map(Json::read)
                .filter(line -> line.path("event").asString("").equals(event))
                .toList();
    }
}
