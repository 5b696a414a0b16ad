package io.groundskeeper.bootstrap.task;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What the function asks itself to do about one cluster. */
public enum Task {
    /** Look whether all is in order, and mend what is not. */
    RECONCILE,
    /** Go on with taking everything away from a cluster that lives on. */
    REMOVE,
    /** Clean up after a cluster that is gone. */
    CLEAN_UP;

    /** Its name in a message, for example {@code clean-up}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The task of that name; empty when there is none. */
    public static Optional<Task> of(String text) {
        return Arrays.stream(values()).filter(task -> task.text().equals(text)).findFirst();
    }
}
