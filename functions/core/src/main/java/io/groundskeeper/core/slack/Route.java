package io.groundskeeper.core.slack;

import io.groundskeeper.core.pattern.Glob;
import java.util.Map;

/** One entry of {@link Routes}. */
public sealed interface Route {

    /**
     * What a message is about.
     *
     * @param account empty when it is not known
     * @param creator the name of who made it; empty when it is not known
     * @param tags of the resource, as read
     */
    record Subject(String account, String creator, Map<String, String> tags) {
        public Subject {
            tags = Map.copyOf(tags);
        }
    }

    /** Where it leads. */
    Channel channel();

    /** Whether what is about {@code subject} goes there. */
    boolean fits(Subject subject);

    /** All of one account. */
    record OfAccount(String account, Channel channel) implements Route {
        @Override
        public boolean fits(Subject subject) {
            return subject.account().equals(account);
        }
    }

    /** Resources with a tag; case counts, and the value may have the wildcards {@code *} and {@code ?}. */
    record OfTag(String key, String value, Channel channel) implements Route {
        @Override
        public boolean fits(Subject subject) {
            return subject.tags().containsKey(key)
                    && Glob.matches(value, subject.tags().get(key));
        }
    }

    /** Whatever someone made, by name as it is told; it may have the wildcards {@code *} and {@code ?}. */
    record OfCreator(String name, Channel channel) implements Route {
        @Override
        public boolean fits(Subject subject) {
            return Glob.matches(name, subject.creator());
        }
    }
}
