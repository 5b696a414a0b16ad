package io.groundskeeper.core.log;

import io.groundskeeper.core.json.Json;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Makes the log lines of libraries, which come through java.util.logging, JSON like our own. */
public final class JsonFormatter extends Formatter {

    private final Clock clock;
    private final String function;

    private JsonFormatter(Clock clock, String function) {
        this.clock = clock;
        this.function = function;
    }

    /** Sends what libraries warn of to the standard error, as JSON. */
    public static void install(Clock clock, String function) {
        var root = Logger.getLogger("");
        for (var handler : root.getHandlers()) {
            root.removeHandler(handler);
        }
        var handler = new ConsoleHandler();
        handler.setFormatter(new JsonFormatter(clock, function));
        handler.setLevel(Level.WARNING);
        root.addHandler(handler);
        root.setLevel(Level.WARNING);
    }

    @Override
    public String format(LogRecord entry) {
        var line = new LinkedHashMap<String, Object>();
        line.put("timestamp", clock.instant().toString());
        line.put("level", entry.getLevel().getName());
        line.put("event", "library");
        line.put("function", function);
        line.put("logger", entry.getLoggerName());
        line.put("message", formatMessage(entry));
        if (entry.getThrown() != null) {
            line.put("error", Failures.describe(entry.getThrown()));
        }
        return Json.write(line) + System.lineSeparator();
    }
}
