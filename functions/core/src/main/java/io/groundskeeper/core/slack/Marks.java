package io.groundskeeper.core.slack;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The marks of what was told, the latest ten thousand of them. They live as long as the function's container, so that
 * most of what comes twice is told once; nothing is stored. Safe for use by several threads.
 */
public final class Marks {

    private static final int MOST = 10_000;

    private final Set<String> marks = Collections.synchronizedSet(Collections.newSetFromMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST;
        }
    }));

    /** Remembers a mark; an empty one is none. */
    public void add(String mark) {
        if (!mark.isEmpty()) {
            marks.add(mark);
        }
    }

    /** Whether it is remembered. */
    public boolean has(String mark) {
        return marks.contains(mark);
    }
}
