package io.groundskeeper.bootstrap.role;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Roles that stay while clusters come and go, such as the functions' own: each is asked about once an hour, not once for
 * each cluster. Not safe for use by several threads.
 */
public final class StandingRoles implements RoleIds {

    private static final Duration KEPT = Duration.ofHours(1);

    private record Known(RoleId id, Instant since) {}

    private final RoleIds roles;
    private final Clock clock;
    private final Map<String, Known> known = new HashMap<>();

    /** @param roles the account's */
    public StandingRoles(RoleIds roles, Clock clock) {
        this.roles = roles;
        this.clock = clock;
    }

    @Override
    public Optional<RoleId> id(String name) {
        var now = clock.instant();
        known.values().removeIf(role -> !role.since().plus(KEPT).isAfter(now));
        var id = Optional.ofNullable(known.get(name)).map(Known::id).or(() -> roles.id(name));
        id.ifPresent(found -> known.putIfAbsent(name, new Known(found, now)));
        return id;
    }
}
