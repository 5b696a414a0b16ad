package io.groundskeeper.core.interruption;

import io.groundskeeper.core.pattern.Glob;
import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * One condition of a policy's statement.
 *
 * @param operator for example {@code ArnLike}
 * @param key for example {@code aws:SourceArn}
 */
record Condition(String operator, String key, List<String> values) {

    private static final Pattern IF_EXISTS = Pattern.compile("IfExists$");

    /** All conditions of a statement. */
    static List<Condition> of(JsonNode block) {
        return block.properties().stream()
                .flatMap(operator -> operator.getValue().properties().stream()
                        .map(key -> new Condition(operator.getKey(), key.getKey(), texts(key.getValue()))))
                .toList();
    }

    /** Whether it holds for a call; unknown for what is not understood here. */
    Truth holds(SendCall call) {
        var value = call.value(key);
        if (value.isEmpty() || values.stream().anyMatch(each -> each.contains("${"))) {
            return Truth.UNKNOWN;
        }
        return switch (comparison()) {
            case "stringequals" -> any(value.get(), String::equals);
            case "stringequalsignorecase", "bool" -> any(value.get(), String::equalsIgnoreCase);
            case "stringlike" -> any(value.get(), Glob::matches);
            case "arnequals", "arnlike" -> any(value.get(), Glob::matchesArn);
            case "stringnotequals" -> any(value.get(), String::equals).not();
            case "stringnotequalsignorecase" ->
                any(value.get(), String::equalsIgnoreCase).not();
            case "stringnotlike" -> any(value.get(), Glob::matches).not();
            case "arnnotequals", "arnnotlike" ->
                any(value.get(), Glob::matchesArn).not();
            case "null" -> any("false", String::equalsIgnoreCase);
            default -> Truth.UNKNOWN;
        };
    }

    /** Whether it picks out what comes without TLS. */
    boolean isPlainHttp() {
        return key.equalsIgnoreCase("aws:SecureTransport")
                && values.size() == 1
                && values.getFirst().equalsIgnoreCase("false")
                && List.of("bool", "stringequals", "stringequalsignorecase", "stringlike")
                        .contains(comparison());
    }

    /** Its operator, without what it says of an absent key: none of those that we know is absent in a call. */
    private String comparison() {
        return IF_EXISTS.matcher(operator).replaceFirst("").toLowerCase(Locale.ROOT);
    }

    static List<String> texts(JsonNode node) {
        return (node.isArray() ? node.valueStream() : Stream.of(node))
                .map(JsonNode::asString)
                .toList();
    }

    private Truth any(String value, BiPredicate<String, String> matches) {
        return Truth.of(values.stream().anyMatch(each -> matches.test(each, value)));
    }
}
