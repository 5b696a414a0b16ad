package io.groundskeeper.core.interruption;

import java.util.Collection;

/** Whether something holds, as far as that can be known. */
enum Truth {
    NO,
    UNKNOWN,
    YES;

    static Truth of(boolean holds) {
        return holds ? YES : NO;
    }

    /** Whether all hold. */
    static Truth all(Collection<Truth> truths) {
        return truths.stream().min(Truth::compareTo).orElse(YES);
    }

    /** Whether one at least holds. */
    static Truth any(Collection<Truth> truths) {
        return truths.stream().max(Truth::compareTo).orElse(NO);
    }

    Truth not() {
        return switch (this) {
            case NO -> YES;
            case UNKNOWN -> UNKNOWN;
            case YES -> NO;
        };
    }
}
