package io.groundskeeper.tags.slack;

import java.util.regex.Pattern;

/**
 * Makes text safe to be pasted from Slack into a shell: whatever a name or a tag's value is, it is one argument and runs
 * nothing.
 */
final class ShellText {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9:/._@+=,-]+");
    // No quote, which would end ours, no backtick, which would end Slack's code block, nothing that Slack escapes.
    private static final Pattern QUOTABLE = Pattern.compile("[ -~&&[^'`<>&]]+");
    private static final String LIVE = "\"\\'`<>&";

    private ShellText() {}

    /** Whether {@link #argument} takes it. */
    static boolean isSafe(String text) {
        return QUOTABLE.matcher(text).matches();
    }

    /** As one argument of a POSIX shell, quoted where needed. */
    static String argument(String text) {
        if (!isSafe(text)) {
            throw new IllegalArgumentException("Not to be put into a command: " + text);
        }
        return PLAIN.matcher(text).matches() ? text : "'" + text + "'";
    }

    /** As the inside of a JSON string that may stand between single quotes: all but plain ASCII is escaped. */
    static String json(String text) {
        var json = new StringBuilder();
        text.chars().forEach(c -> {
            if (c < ' ' || c > '~' || LIVE.indexOf(c) >= 0) {
                json.append("\\u%04x".formatted(c));
            } else {
                json.append((char) c);
            }
        });
        return json.toString();
    }
}
