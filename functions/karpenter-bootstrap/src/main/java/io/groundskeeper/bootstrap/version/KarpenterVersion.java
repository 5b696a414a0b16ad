package io.groundskeeper.bootstrap.version;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;

/** A release of Karpenter. Its text is that of its charts: no leading v. */
public record KarpenterVersion(int major, int minor, int patch) implements Comparable<KarpenterVersion> {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,3})\\.([0-9]{1,3})\\.([0-9]{1,3})");
    private static final Comparator<KarpenterVersion> ORDER = Comparator.comparingInt(KarpenterVersion::major)
            .thenComparingInt(KarpenterVersion::minor)
            .thenComparingInt(KarpenterVersion::patch);

    /** Reads {@code 1.14.1}; empty for anything else, also for a leading v and for pre-releases. */
    public static Optional<KarpenterVersion> find(String text) {
        var matcher = FORM.matcher(text);
        return matcher.matches()
                ? Optional.of(new KarpenterVersion(
                        Integer.parseInt(matcher.group(1)),
                        Integer.parseInt(matcher.group(2)),
                        Integer.parseInt(matcher.group(3))))
                : Optional.empty();
    }

    /** @throws IllegalArgumentException if {@code text} is no version */
    public static KarpenterVersion of(String text) {
        return find(text).orElseThrow(() -> new IllegalArgumentException("Not a version: \"%s\"".formatted(text)));
    }

    /** Whether it has what came with this minor version of Karpenter 1. */
    public boolean isAtLeast(int oneDot) {
        return major > 1 || (major == 1 && minor >= oneDot);
    }

    @Override
    public int compareTo(KarpenterVersion other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return "%d.%d.%d".formatted(major, minor, patch);
    }
}
