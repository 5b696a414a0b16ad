package io.groundskeeper.tags.creation;

import java.util.Set;
import java.util.stream.Stream;

/** By which first words the names of calls look like creations. */
public final class Verbs {

    /** Each begins the names of creations, and of few other calls. */
    public static final Set<String> OF_CREATIONS =
            Set.of("Allocate", "Copy", "Create", "Import", "Purchase", "Request", "Restore");

    private Verbs() {}

    /** Whether a call looks like a creation by its name. */
    static boolean create(String eventName) {
        return Stream.concat(OF_CREATIONS.stream(), Stream.of("Launch", "Register", "Run", "Upload"))
                .anyMatch(eventName::startsWith);
    }
}
