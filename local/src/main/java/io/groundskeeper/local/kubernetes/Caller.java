package io.groundskeeper.local.kubernetes;

import java.util.List;

/** Who calls, as the authenticator found out. */
public record Caller(String username, List<String> groups, boolean admin, boolean readOnlyAll) {}
