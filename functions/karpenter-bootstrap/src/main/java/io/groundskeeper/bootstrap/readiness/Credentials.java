package io.groundskeeper.bootstrap.readiness;

import java.time.Instant;
import java.util.Optional;

/**
 * Whether pods of the controller that are started now get its role's credentials.
 *
 * @param since when that became so; pods that are older may have none
 * @param missing what they lack, in words
 */
record Credentials(Instant since, Optional<String> missing) {}
