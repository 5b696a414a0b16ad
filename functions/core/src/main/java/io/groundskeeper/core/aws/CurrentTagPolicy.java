package io.groundskeeper.core.aws;

import io.groundskeeper.core.tagpolicy.PolicySource;
import io.groundskeeper.core.tagpolicy.TagPolicy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The tag policy as it is now, read at most every few minutes. One that could not be read is no policy: nobody is judged
 * by an older one. Safe for use by several threads.
 */
public final class CurrentTagPolicy {

    /** How old a policy may be. */
    public static final Duration LONGEST = Duration.ofMinutes(5);

    private final PolicyReader reader;
    private final InstantSource clock;

    private Optional<Read> last = Optional.empty();

    private record Read(PolicySource source, TagPolicy policy, Instant at) {}

    public CurrentTagPolicy(PolicyReader reader, InstantSource clock) {
        this.reader = reader;
        this.clock = clock;
    }

    /**
     * The policy of a source.
     *
     * @throws RuntimeException as {@link PolicyReader#read} does
     */
    public synchronized TagPolicy of(PolicySource source) {
        var now = clock.instant();
        var read = last.filter(old -> old.source().equals(source)
                        && Duration.between(old.at(), now).compareTo(LONGEST) < 0)
                .orElseGet(() -> new Read(source, reader.read(source), now));
        last = Optional.of(read);
        return read.policy();
    }
}
