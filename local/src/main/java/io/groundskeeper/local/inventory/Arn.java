package io.groundskeeper.local.inventory;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An ARN by its parts.
 *
 * @param text the whole ARN
 * @param resource all after the account
 */
public record Arn(String text, String service, String region, String account, String resource) {
    private static final Pattern FORM = Pattern.compile("^arn:aws[a-z-]*:([a-z0-9-]+):([a-z0-9-]*):(\\d{12}|):(.+)$");

    /** The parts of a text, if it is an ARN. */
    public static Optional<Arn> parse(String text) {
        var matcher = FORM.matcher(text);
        return matcher.matches()
                ? Optional.of(new Arn(text, matcher.group(1), matcher.group(2), matcher.group(3), matcher.group(4)))
                : Optional.empty();
    }

    /** What comes after the last slash or colon. */
    public String name() {
        return resource.substring(Math.max(resource.lastIndexOf('/'), resource.lastIndexOf(':')) + 1);
    }

    /** What comes before the first slash or colon, or nothing. */
    public String kind() {
        return resource.matches("[a-z0-9-]+[:/].*") ? resource.split("[:/]", 2)[0] : "";
    }
}
