package io.groundskeeper.interruption.watch.action;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Puts pods into words; of many only some. */
public final class Words {

    private static final int MOST = 10;

    private Words() {}

    /** For example {@code 2 pods (shop/a, shop/b)}. */
    public static String pods(List<String> paths) {
        return paths.isEmpty()
                ? "no pod"
                : "%d %s (%s)".formatted(paths.size(), paths.size() == 1 ? "pod" : "pods", some(paths, path -> path));
    }

    /** For example {@code shop/a (PodDisruptionBudget shop), and 3 more}. */
    public static String blockers(List<Blocker> blockers) {
        return some(blockers, blocker -> "%s (%s)".formatted(blocker.pod(), blocker.why()));
    }

    private static <T> String some(List<T> all, Function<T, String> word) {
        var words = all.stream().limit(MOST).map(word).collect(Collectors.joining(", "));
        return all.size() <= MOST ? words : "%s, and %d more".formatted(words, all.size() - MOST);
    }
}
