package io.groundskeeper.bootstrap.nodes;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A release of EKS's images of Amazon Linux 2023.
 *
 * @param version v and a date, for example {@code v20261101}
 */
public record ImageRelease(String version) implements Comparable<ImageRelease> {

    private static final Pattern ALIAS = Pattern.compile("al2023@(v[0-9]{8})");
    private static final Pattern NAME = Pattern.compile(".*-(v[0-9]{8})");

    /** The one of an image's name, which ends with it. */
    public static Optional<ImageRelease> ofImageName(String name) {
        var matcher = NAME.matcher(name);
        return matcher.matches() ? Optional.of(new ImageRelease(matcher.group(1))) : Optional.empty();
    }

    /** The one that an alias pins; empty for {@code al2023@latest} and for other families. */
    static Optional<ImageRelease> ofAlias(String alias) {
        var matcher = ALIAS.matcher(alias);
        return matcher.matches() ? Optional.of(new ImageRelease(matcher.group(1))) : Optional.empty();
    }

    /** As an EC2NodeClass names it. */
    String alias() {
        return "al2023@" + version;
    }

    @Override
    public int compareTo(ImageRelease other) {
        return Comparator.comparing(ImageRelease::version).compare(this, other);
    }
}
