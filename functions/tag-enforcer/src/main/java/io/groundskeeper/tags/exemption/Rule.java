package io.groundskeeper.tags.exemption;

import java.util.Optional;

/** Says of a resource whether it is exempt. */
interface Rule {

    /** By which it is counted, and left out with {@code not:}. */
    String label();

    /** Why a resource is exempt, in words; empty when it is not. */
    Optional<String> reason(Subject subject);
}
