package io.groundskeeper.local.kubernetes;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as Go writes them, in hours, minutes and seconds: {@code 1h30m}, {@code 48h0m0s}. */
final class GoDuration {
    private static final Pattern FORM = Pattern.compile("(?:(\\d{1,9})h)?(?:(\\d{1,9})m)?(?:(\\d{1,9})s)?");

    private GoDuration() {}

    static Optional<Duration> parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (text.isEmpty() || !parts.matches()) {
            return Optional.empty();
        }
        return Optional.of(Duration.ofHours(number(parts.group(1)))
                .plusMinutes(number(parts.group(2)))
                .plusSeconds(number(parts.group(3))));
    }

    private static long number(String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
