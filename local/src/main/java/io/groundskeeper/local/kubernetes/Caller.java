package io.groundskeeper.local.kubernetes;

import java.util.List;

/**
 * Who asks, as the authenticator sees it.
 *
 * @param username the Kubernetes user name
 * @param groups the groups beside {@code system:authenticated}, which everyone has
 * @param admin whether an access policy lets the caller do everything
 * @param readOnlyAll whether an access policy lets the caller get, list and watch everything
 */
public record Caller(String username, List<String> groups, boolean admin, boolean readOnlyAll) {
    public Caller {
        groups = List.copyOf(groups);
    }
}
