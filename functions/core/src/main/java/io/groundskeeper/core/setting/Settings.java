package io.groundskeeper.core.setting;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Settings by name (REQUIRED_TAGS): environment variables, overridden for one cluster by its EKS tags
 * ({@code groundskeeper/required-tags}). An empty value is an absent one. Immutable.
 */
public final class Settings {

    private static final String TAG_PREFIX = "groundskeeper/";

    private final Map<String, String> environment;
    private final Map<String, String> clusterTags;

    private Settings(Map<String, String> environment, Map<String, String> clusterTags) {
        this.environment = Map.copyOf(environment);
        this.clusterTags = Map.copyOf(clusterTags);
    }

    /** @param environment such as {@link System#getenv()} */
    public static Settings of(Map<String, String> environment) {
        return new Settings(environment, Map.of());
    }

    /** These settings for one cluster: its {@code groundskeeper/<setting>} tags come first. */
    public Settings forCluster(Map<String, String> tags) {
        return new Settings(environment, tags);
    }

    /** The value, if there is one. */
    public Optional<String> find(String name) {
        return Stream.of(clusterTags.getOrDefault(tagKey(name), ""), environment.getOrDefault(name, ""))
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .findFirst();
    }

    /** @throws BadSettingException if it is neither true nor false */
    public boolean flag(String name, boolean otherwise) {
        return find(name)
                .map(value -> switch (value.toLowerCase(Locale.ROOT)) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw bad(name, value, "true, false");
                })
                .orElse(otherwise);
    }

    /** @throws BadSettingException if it is none of {@code allowed} */
    public String oneOf(String name, String otherwise, List<String> allowed) {
        var value = find(name).orElse(otherwise);
        if (!allowed.contains(value)) {
            throw bad(name, value, String.join(", ", allowed));
        }
        return value;
    }

    /** The error of a value that cannot be used, naming where it was set: environment variable or cluster tag. */
    public BadSettingException bad(String name, String value, String allowed) {
        var fromTag = !clusterTags.getOrDefault(tagKey(name), "").isBlank();
        return new BadSettingException(fromTag ? "The cluster's tag " + tagKey(name) : name, value, allowed);
    }

    /** The key of the EKS cluster tag that overrides a setting. */
    public static String tagKey(String name) {
        return TAG_PREFIX + name.toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
