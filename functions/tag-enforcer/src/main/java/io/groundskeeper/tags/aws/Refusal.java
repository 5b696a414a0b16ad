package io.groundskeeper.tags.aws;

import io.groundskeeper.core.aws.AwsJsonException;
import io.groundskeeper.core.log.Failures;
import java.util.Set;
import software.amazon.awssdk.regions.Region;

/** Puts a failed read into words that say what to do. */
final class Refusal {

    private static final Set<String> DENIED =
            Set.of("AccessDeniedException", "AccessDenied", "UnauthorizedOperation", "NotAuthorizedException");

    private Refusal() {}

    static String describe(RuntimeException e, String permission, Region region) {
        var what = Failures.describe(e);
        return e instanceof AwsJsonException refused && DENIED.contains(refused.code())
                ? "Access denied in %s: the function's role needs %s. %s".formatted(region.id(), permission, what)
                : "Cannot be read in %s now. %s".formatted(region.id(), what);
    }
}
