package io.groundskeeper.core.tagpolicy;

/** What is wrong with one tag of a resource. */
public sealed interface TagProblem {

    /** The key that the policy names. */
    String key();

    /** In words, for the owner. Keys and values in it are as found: escape them for where they are shown. */
    String inWords();

    /** It is required and not there. */
    record Missing(String key) implements TagProblem {
        @Override
        public String inWords() {
            return "%s is missing".formatted(key);
        }
    }

    /**
     * It is required and not there, but a key is that differs only in case.
     *
     * @param found that key
     */
    record OtherCase(String key, String found) implements TagProblem {
        @Override
        public String inWords() {
            return "%s is missing (%s is there, but case counts)".formatted(key, found);
        }
    }

    /**
     * A key is there that differs from it only in case. It may itself be there too, or not be required.
     *
     * @param found that key
     */
    record Miswritten(String key, String found) implements TagProblem {
        @Override
        public String inWords() {
            return "%s must be written %s".formatted(found, key);
        }
    }

    /**
     * It has a value that is not allowed.
     *
     * @param problem in words that follow the value
     */
    record Invalid(String key, String value, String problem) implements TagProblem {
        @Override
        public String inWords() {
            return "%s: \"%s\" %s".formatted(key, value, problem);
        }
    }
}
