package io.groundskeeper.interruption.digest;

import java.time.Instant;
import java.util.List;
import java.util.Set;

/** What this function counted in CloudWatch. */
public interface Tallies {

    /**
     * The sums of some metrics, for each set of dimensions under which they were counted in the time.
     *
     * @param metrics their names
     * @param from a whole multiple of five minutes
     * @param to likewise; itself not in it
     * @throws RuntimeException if they cannot be read
     */
    List<Tally> read(Set<String> metrics, Instant from, Instant to);
}
