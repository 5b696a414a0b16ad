package io.groundskeeper.bootstrap.spot;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * The account's roles: that one is there is asked once an hour, not once for each cluster. Not safe for use by several
 * threads.
 */
public final class RememberedServiceLinkedRoles implements ServiceLinkedRoles {

    private static final Duration KEPT = Duration.ofHours(1);

    private final ServiceLinkedRoles roles;
    private final Clock clock;
    private Instant seen = Instant.MIN;

    /** @param roles the account's */
    public RememberedServiceLinkedRoles(ServiceLinkedRoles roles, Clock clock) {
        this.roles = roles;
        this.clock = clock;
    }

    @Override
    public boolean hasSpot() {
        var now = clock.instant();
        if (seen.isAfter(now.minus(KEPT))) {
            return true;
        }
        boolean there = roles.hasSpot();
        if (there) {
            seen = now;
        }
        return there;
    }

    @Override
    public void createSpot() {
        roles.createSpot();
    }
}
