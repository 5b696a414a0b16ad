package io.groundskeeper.core.event;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.json.MalformedJsonException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Reads fields of events and records. AWS sends them in one form, but they also come by hands and stores that turn
 * account ids into numbers, times into other notations, and trees into text. What cannot be read is absent.
 */
final class Lenient {

    private static final Pattern EPOCH = Pattern.compile("[0-9]{10}|[0-9]{13}");
    private static final Pattern ACCOUNT_NUMBER = Pattern.compile("[0-9]{9,12}");
    private static final int SECONDS_DIGITS = 10;

    private Lenient() {}

    static String text(JsonNode json, String name) {
        return json.path(name).stringValueOpt().orElse("");
    }

    /** The first of these fields that has a text. */
    static String firstText(JsonNode json, String... names) {
        for (var name : names) {
            var text = text(json, name);
            if (!text.isEmpty()) {
                return text;
            }
        }
        return "";
    }

    /** Texts of a list; a single text is a list of one. */
    static List<String> texts(JsonNode json) {
        var all = json.isArray() ? json.valueStream() : Stream.of(json);
        return all.flatMap(node -> node.stringValueOpt().stream()).toList();
    }

    /** An account's id. As a number it has lost its zeros in front. */
    static String account(JsonNode json, String name) {
        var node = json.path(name);
        if (!node.isIntegralNumber()) {
            return text(json, name);
        }
        var digits = node.asString();
        return ACCOUNT_NUMBER.matcher(digits).matches() ? "0".repeat(12 - digits.length()) + digits : "";
    }

    /** RFC 3339; without an offset it is UTC. Also seconds or milliseconds since 1970. */
    static Optional<Instant> instant(JsonNode json, String name) {
        var node = json.path(name);
        var text = node.isIntegralNumber()
                ? node.asString()
                : node.stringValueOpt().orElse("");
        if (EPOCH.matcher(text).matches()) {
            var number = Long.parseLong(text);
            return Optional.of(
                    text.length() == SECONDS_DIGITS ? Instant.ofEpochSecond(number) : Instant.ofEpochMilli(number));
        }
        return instant(text);
    }

    private static Optional<Instant> instant(String text) {
        try {
            var time = DateTimeFormatter.ISO_DATE_TIME.parseBest(
                    text.replace(' ', 'T'), OffsetDateTime::from, LocalDateTime::from);
            return Optional.of(
                    time instanceof LocalDateTime local
                            ? local.toInstant(ZoneOffset.UTC)
                            : OffsetDateTime.from(time).toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /** A tree, also if it is there as the text of one. */
    static JsonNode tree(JsonNode node) {
        if (!node.isString() || !node.stringValue().startsWith("{")) {
            return node;
        }
        try {
            return Json.read(node.stringValue());
        } catch (MalformedJsonException e) {
            return node;
        }
    }
}
