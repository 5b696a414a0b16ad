package io.groundskeeper.bootstrap.version;

import java.util.Comparator;
import java.util.regex.Pattern;

/** The version of a cluster's Kubernetes, without its patch. */
public record KubernetesVersion(int major, int minor) implements Comparable<KubernetesVersion> {

    // The API server of EKS says "33+" for the minor.
    private static final Pattern FORM = Pattern.compile("v?([0-9]{1,3})\\.([0-9]{1,3})\\b.*");
    private static final Comparator<KubernetesVersion> ORDER =
            Comparator.comparingInt(KubernetesVersion::major).thenComparingInt(KubernetesVersion::minor);

    /**
     * Reads {@code 1.33}, {@code 1.33+} or {@code v1.33.2-eks-1234567}.
     *
     * @throws IllegalArgumentException if {@code text} is no version
     */
    public static KubernetesVersion of(String text) {
        var matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("Not a version of Kubernetes: \"%s\"".formatted(text));
        }
        return new KubernetesVersion(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }

    @Override
    public int compareTo(KubernetesVersion other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return "%d.%d".formatted(major, minor);
    }
}
