package io.groundskeeper.core.interruption;

import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * When a thing's tags need not be asked for. What is in all else just as we make it is left as it is, so that nothing
 * hangs on whose it is.
 *
 * @param inOrder whether it is so, by all but its tags
 * @param tags those that it is then taken to have
 */
public record Trust<T>(Predicate<T> inOrder, Map<String, String> tags) {

    public Trust {
        tags = Map.copyOf(tags);
    }

    /** Tags are always asked for. */
    public static <T> Trust<T> nothing() {
        return new Trust<>(thing -> false, Map.of());
    }

    /**
     * A thing's tags.
     *
     * @param thing as it is, its tags left out
     * @param asked what asks for them
     */
    public Map<String, String> tags(T thing, Supplier<Map<String, String>> asked) {
        return inOrder.test(thing) ? tags : asked.get();
    }
}
