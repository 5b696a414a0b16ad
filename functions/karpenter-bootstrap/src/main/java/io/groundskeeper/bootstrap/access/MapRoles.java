package io.groundskeeper.bootstrap.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Adds a row to the text of aws-auth's mapRoles. The row is inserted and every other byte stays: comments, order,
 * quotes. An insertion counts only when reading the new text gives what was there and the row.
 */
final class MapRoles {

    /** What came of it. */
    sealed interface Result {

        /** The row is there. */
        record Present() implements Result {}

        /** The text with the row. */
        record Added(String text) implements Result {}

        /** It cannot be added, as a person must see. */
        record Unfit(String why) implements Result {}
    }

    private static final LoadSettings SETTINGS = LoadSettings.builder().build();

    private MapRoles() {}

    static Result with(Optional<String> mapRoles, AwsAuthRow row) {
        var text = mapRoles.orElse("");
        try {
            return switch (read(text)) {
                case null -> verified(Stream.of(line(text) + row.block(0)), List.of(), row);
                case List<?> rows -> into(text, rows, row);
                default -> new Result.Unfit("mapRoles is not a list");
            };
        } catch (YamlEngineException e) {
            return new Result.Unfit("mapRoles cannot be read as YAML: " + e.getMessage());
        }
    }

    private static Result into(String text, List<?> rows, AwsAuthRow row) {
        for (var there : rows) {
            if (there instanceof Map<?, ?> map && row.roleArn().equals(map.get("rolearn"))) {
                return map.get("groups") instanceof List<?> groups
                                && groups.containsAll(row.groups())
                                && row.username().equals(map.get("username"))
                        ? new Result.Present()
                        : new Result.Unfit("mapRoles has a row for %s with another username or other groups"
                                .formatted(row.roleArn()));
            }
        }
        return verified(insertions(text, row), rows, row);
    }

    private static Stream<String> insertions(String text, AwsAuthRow row) {
        var bounds = bounds(text);
        int start = offset(text, bounds.start());
        if (bounds.flow()) {
            int end = offset(text, bounds.end());
            // The first fits unless the list is empty or ends with a comma.
            return Stream.of(insert(text, end, ", " + row.flow()), insert(text, end, row.flow()));
        }
        int column = bounds.start().getColumn();
        // The second for a text whose end is not the list's, as after a document's end.
        return Stream.of(
                line(text) + row.block(column),
                insert(text, start, row.block(column).stripLeading() + " ".repeat(column)));
    }

    private static Result verified(Stream<String> candidates, List<?> rows, AwsAuthRow row) {
        return candidates
                .filter(candidate -> holds(candidate, rows, row))
                .findFirst()
                .<Result>map(Result.Added::new)
                .orElseGet(() -> new Result.Unfit("mapRoles is written in a way in which no row can be added safely"));
    }

    private static boolean holds(String candidate, List<?> rows, AwsAuthRow row) {
        try {
            return read(candidate) instanceof List<?> read
                    && read.size() == rows.size() + 1
                    && read.contains(row.value())
                    && without(read, row).equals(rows);
        } catch (YamlEngineException e) {
            return false;
        }
    }

    private static List<Object> without(List<?> rows, AwsAuthRow row) {
        var others = new ArrayList<Object>(rows);
        others.remove(row.value());
        return others;
    }

    private record Bounds(Mark start, Mark end, boolean flow) {}

    private static Bounds bounds(String text) {
        SequenceStartEvent first = null;
        int depth = 0;
        for (Event event : new Parse(SETTINGS).parseString(text)) {
            if (event instanceof SequenceStartEvent start) {
                first = first == null ? start : first;
                depth++;
            } else if (first != null && event instanceof SequenceEndEvent end && --depth == 0) {
                return new Bounds(
                        first.getStartMark().orElseThrow(),
                        end.getStartMark().orElseThrow(),
                        first.getFlowStyle() == FlowStyle.FLOW);
            }
        }
        throw new IllegalStateException("A list was read, so it has bounds");
    }

    private static Object read(String text) {
        return new Load(SETTINGS).loadFromString(text);
    }

    // Marks count code points.
    private static int offset(String text, Mark mark) {
        return text.offsetByCodePoints(0, mark.getIndex());
    }

    private static String insert(String text, int at, String what) {
        return text.substring(0, at) + what + text.substring(at);
    }

    private static String line(String text) {
        return text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
    }
}
