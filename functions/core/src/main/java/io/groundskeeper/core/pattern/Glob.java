package io.groundskeeper.core.pattern;

import java.util.regex.Pattern;

/** The wildcards of IAM: {@code *} for any characters, {@code ?} for one. */
public final class Glob {

    private static final int ARN_PARTS = 6;

    private Glob() {}

    /** Whether the whole of a text matches. */
    public static boolean matches(String pattern, String text) {
        var regex = new StringBuilder();
        for (var character : pattern.split("(?<=[*?])|(?=[*?])", -1)) {
            regex.append(
                    switch (character) {
                        case "*" -> ".*";
                        case "?" -> ".";
                        default -> Pattern.quote(character);
                    });
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL).matcher(text).matches();
    }

    /** The same, part by part: in an ARN's first five parts no wildcard reaches over a colon. */
    public static boolean matchesArn(String pattern, String arn) {
        var patterns = pattern.split(":", ARN_PARTS);
        var parts = arn.split(":", ARN_PARTS);
        if (patterns.length != parts.length) {
            return false;
        }
        for (int i = 0; i < parts.length; i++) {
            if (!matches(patterns[i], parts[i])) {
                return false;
            }
        }
        return true;
    }
}
