package io.groundskeeper.bootstrap.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Takes a row of ours out of the text of aws-auth's mapRoles. Only the row's own bytes go, as we wrote them: one that was
 * rewritten is left for a person. A removal counts only when reading the new text gives what was there but the row.
 */
final class MapRolesRemoval {

    /** What came of it. */
    sealed interface Result {

        /** There is no such row. */
        record Absent() implements Result {}

        /** The text without the row. */
        record Removed(String text) implements Result {}

        /** It cannot be taken out, as a person must see. */
        record Unfit(String why) implements Result {}
    }

    private static final int MOST_INDENTED = 16;
    private static final LoadSettings SETTINGS = LoadSettings.builder().build();

    private MapRolesRemoval() {}

    static Result without(String text, AwsAuthRow row) {
        try {
            return switch (read(text)) {
                case null -> new Result.Absent();
                case List<?> rows -> outOf(text, rows, row);
                default -> new Result.Unfit("mapRoles is not a list");
            };
        } catch (YamlEngineException e) {
            return new Result.Unfit("mapRoles cannot be read as YAML: " + e.getMessage());
        }
    }

    private static Result outOf(String text, List<?> rows, AwsAuthRow row) {
        var there = rows.stream()
                .filter(entry -> entry instanceof Map<?, ?> map && row.roleArn().equals(map.get("rolearn")))
                .toList();
        if (there.isEmpty()) {
            return new Result.Absent();
        }
        if (!there.contains(row.value())) {
            return new Result.Unfit("it has another username or other groups than ours had");
        }
        var others = new ArrayList<Object>(rows);
        others.remove(row.value());
        return writings(row)
                .filter(text::contains)
                .map(writing -> cut(text, writing))
                .filter(candidate -> reads(candidate, others))
                .findFirst()
                .<Result>map(Result.Removed::new)
                .orElseGet(() -> new Result.Unfit("it is written in another way than ours was"));
    }

    /** All the ways in which a row is written by {@link MapRoles}, with what goes with it. */
    private static Stream<String> writings(AwsAuthRow row) {
        var flow = row.flow();
        return Stream.concat(
                IntStream.rangeClosed(0, MOST_INDENTED)
                        .mapToObj(row::block)
                        .flatMap(block -> Stream.of(block, block.stripTrailing())),
                Stream.of(", " + flow, flow + ", ", flow));
    }

    private static String cut(String text, String writing) {
        int at = text.indexOf(writing);
        return text.substring(0, at) + text.substring(at + writing.length());
    }

    private static boolean reads(String candidate, List<Object> rows) {
        try {
            return switch (read(candidate)) {
                case null -> rows.isEmpty();
                case List<?> read -> read.equals(rows);
                default -> false;
            };
        } catch (YamlEngineException e) {
            return false;
        }
    }

    private static Object read(String text) {
        return new Load(SETTINGS).loadFromString(text);
    }
}
