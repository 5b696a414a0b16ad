package io.groundskeeper.interruption.watch.action;

import io.groundskeeper.interruption.cluster.Pod;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads a pod's annotation karpenter.sh/do-not-disrupt: {@code true} protects it, a duration such as {@code 1h30m}
 * protects it until it is older than that; what is neither does not.
 */
final class Protection {

    static final String ANNOTATION = "karpenter.sh/do-not-disrupt";

    private static final Pattern PART = Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{0,9})?)(ns|us|µs|ms|s|m|h)");
    private static final Pattern DURATION = Pattern.compile("(?:" + PART.pattern() + "){1,10}");
    private static final Map<String, BigDecimal> NANOS = Map.of(
            "ns", BigDecimal.ONE,
            "us", BigDecimal.valueOf(1_000),
            "µs", BigDecimal.valueOf(1_000),
            "ms", BigDecimal.valueOf(1_000_000),
            "s", BigDecimal.valueOf(1_000_000_000L),
            "m", BigDecimal.valueOf(60_000_000_000L),
            "h", BigDecimal.valueOf(3_600_000_000_000L));
    private static final BigDecimal NANOS_OF_A_SECOND = BigDecimal.valueOf(1_000_000_000L);

    private Protection() {}

    /** Why a pod must not be evicted now; empty if it may. */
    static Optional<String> of(Pod pod, Instant now) {
        return pod.doNotDisrupt()
                .filter(value -> value.equals("true")
                        || duration(value)
                                .filter(length -> !pod.createdAt().plus(length).isBefore(now))
                                .isPresent())
                .map(value -> "%s is \"%s\"".formatted(ANNOTATION, value));
    }

    private static Optional<Duration> duration(String value) {
        if (!DURATION.matcher(value).matches()) {
            return Optional.empty();
        }
        var nanos = BigDecimal.ZERO;
        var parts = PART.matcher(value);
        while (parts.find()) {
            nanos = nanos.add(new BigDecimal(parts.group(1)).multiply(NANOS.get(parts.group(2))));
        }
        var seconds = nanos.divide(NANOS_OF_A_SECOND, 0, RoundingMode.UP).min(BigDecimal.valueOf(Integer.MAX_VALUE));
        return Optional.of(Duration.ofSeconds(seconds.longValueExact()));
    }
}
