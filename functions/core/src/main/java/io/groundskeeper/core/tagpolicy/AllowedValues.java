package io.groundskeeper.core.tagpolicy;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Which values a required tag may have. */
public sealed interface AllowedValues {

    /** What is wrong with a value, in words that follow the value; empty when it is allowed. */
    Optional<String> problem(String value);

    /** Any value, also an empty one. */
    record Any() implements AllowedValues {
        @Override
        public Optional<String> problem(String value) {
            return Optional.empty();
        }
    }

    /** One of a list, in its case. */
    record OneOf(List<String> values) implements AllowedValues {

        public OneOf {
            values = List.copyOf(values);
        }

        @Override
        public Optional<String> problem(String value) {
            return values.contains(value) ? Optional.empty() : Optional.of("is none of " + String.join(", ", values));
        }
    }

    /** One that is like one of a list, each with at most one {@code *} for any characters, in its case. */
    record Like(List<String> patterns) implements AllowedValues {

        public Like {
            patterns = List.copyOf(patterns);
        }

        @Override
        public Optional<String> problem(String value) {
            return patterns.stream().anyMatch(pattern -> isLike(pattern, value))
                    ? Optional.empty()
                    : Optional.of("is none of " + String.join(", ", patterns));
        }

        private static boolean isLike(String pattern, String value) {
            int star = pattern.indexOf('*');
            return star < 0
                    ? pattern.equals(value)
                    : value.length() >= pattern.length() - 1
                            && value.startsWith(pattern.substring(0, star))
                            && value.endsWith(pattern.substring(star + 1));
        }
    }

    /** One in which a regular expression is found; it is not anchored by itself. */
    record Matching(Pattern pattern) implements AllowedValues {
        @Override
        public Optional<String> problem(String value) {
            try {
                return pattern.matcher(new MeteredText(value)).find()
                        ? Optional.empty()
                        : Optional.of("does not match " + pattern);
            } catch (MeteredText.SpentException e) {
                // Not allowed, rather than an error: whoever sets the tag could otherwise hide behind such a value.
                return Optional.of("takes too long to compare with " + pattern);
            }
        }
    }
}
