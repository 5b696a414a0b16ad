package io.groundskeeper.interruption.drill;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * All that a drill has of the watch: what it sees and what it would do. There is no way from here to what the watch does,
 * so a drill cannot change a cluster.
 */
public interface Rehearsal {

    /**
     * An instance that a test warning is about.
     *
     * @param since when a real warning would have been given
     * @param now what time it is for decisions about it
     */
    record Subject(String account, String region, String instanceId, Instant since, Instant now) {}

    /**
     * What the watch saw.
     *
     * @param cluster whose the instance is by its tags, if it is a cluster's
     * @param tags how long it took until its tags were found
     * @param look how long the look into its cluster took; empty where none was taken
     * @param decision how long it took to decide; empty where nothing was decided
     * @param words what would become of a real warning, or why that could not be found out
     */
    record Seen(
            Optional<String> cluster,
            Optional<Duration> tags,
            Optional<Duration> look,
            Optional<Duration> decision,
            String words) {

        /** Whether the watch came to a decision. */
        boolean isDecided() {
            return decision.isPresent();
        }
    }

    /**
     * Looks at all of them at once; never throws for one of them.
     *
     * @param time how long it may take
     * @return one for each, in their order
     */
    List<Seen> of(List<Subject> subjects, Duration time);
}
