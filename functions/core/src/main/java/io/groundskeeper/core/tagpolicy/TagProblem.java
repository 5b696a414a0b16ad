package io.groundskeeper.core.tagpolicy;

/** What is wrong with one required tag of a resource. */
public sealed interface TagProblem {

    /** The key that is required. */
    String key();

    /** In words, for the owner. Keys and values in it are as found: escape them for where they are shown. */
    String inWords();

    /** It is not there. */
    record Missing(String key) implements TagProblem {
        @Override
        public String inWords() {
            return "%s is missing".formatted(key);
        }
    }

    /**
     * It is not there, but a key is that differs only in case.
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
