package io.groundskeeper.core.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Puts a failure into words. */
public final class Failures {

    private static final int MOST_CAUSES = 5;
    // A webhook's URL is its secret, a presigned one a token: neither leaves through an exception's message.
    private static final Pattern SECRETS = Pattern.compile("https?://\\S*(/services/|/triggers/|X-Amz-Signature=)\\S*");

    private Failures() {}

    /** The message of a failure and of each of its causes that adds to it, without secrets. */
    public static String describe(Throwable failure) {
        List<String> parts = new ArrayList<>();
        var current = failure;
        for (int i = 0; current != null && i < MOST_CAUSES; i++, current = current.getCause()) {
            var message = current.getMessage() == null ? name(current) : current.getMessage();
            if (parts.stream().noneMatch(part -> part.contains(message))) {
                parts.add(message);
            }
        }
        return SECRETS.matcher(String.join(": ", parts)).replaceAll("<redacted URL>");
    }

    private static String name(Throwable failure) {
        return failure.getClass().getSimpleName().replace("Exception", "").toLowerCase(Locale.ROOT);
    }
}
