package io.groundskeeper.interruption.keeper;

import java.util.Arrays;
import java.util.Optional;

/** What the keeper asks itself to do with one cluster. */
public enum KeeperTask {
    /** A look because it is time; what only a person can mend is told once a day. */
    KEEP("keep"),
    /** A look because something happened; all is told. */
    KEEP_NOW("keep-now"),
    /** A second look at messages that nobody read. */
    UNREAD("unread");

    private final String text;

    KeeperTask(String text) {
        this.text = text;
    }

    /** As it is sent. */
    public String text() {
        return text;
    }

    static Optional<KeeperTask> of(String text) {
        return Arrays.stream(values()).filter(task -> task.text.equals(text)).findFirst();
    }
}
