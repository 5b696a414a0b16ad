package io.groundskeeper.tags.catalogue;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Builds Cloud Control's identifier of a resource, which for some types has two parts.
 *
 * @param text with {@code {id}}, {@code {arn}} or {@code {parent}}
 */
public record IdTemplate(String text) {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z]+)\\}");
    private static final String PARENT = "{parent}";

    /** The identifier; empty when it has a part that is not known. */
    public Optional<String> identifier(String id, String arn, Optional<String> parent) {
        if (text.contains(PARENT) && parent.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(PLACEHOLDER
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        switch (found.group(1)) {
                            case "id" -> id;
                            case "arn" -> arn;
                            case "parent" -> parent.orElseThrow();
                            default -> found.group();
                        })));
    }

    boolean isKnown() {
        var names =
                PLACEHOLDER.matcher(text).results().map(found -> found.group(1)).toList();
        return !names.isEmpty() && names.stream().allMatch(name -> name.matches("id|arn|parent"));
    }
}
