package io.groundskeeper.interruption.watch;

import io.groundskeeper.core.lambda.Ignored;
import java.util.List;

/**
 * What was read out of one event.
 *
 * @param warnings none, one, or one for each instance that a Health event names
 * @param ignored why parts or all of it are nothing to us
 */
record Reading(List<Warning> warnings, List<Ignored> ignored) {

    Reading {
        warnings = List.copyOf(warnings);
        ignored = List.copyOf(ignored);
    }

    static Reading of(Warning warning) {
        return new Reading(List.of(warning), List.of());
    }

    static Reading ignored(String id, String reason) {
        return new Reading(List.of(), List.of(new Ignored(id, reason)));
    }
}
