package io.groundskeeper.tags.aws;

import io.groundskeeper.core.aws.AwsJsonException;
import io.groundskeeper.core.log.Failures;
import java.util.regex.Pattern;
import software.amazon.awssdk.regions.Region;

/** Puts a failed read into words that say what to do. */
final class Refusal {

    // Cloud Control has no code for what another service denied it, only that service's words.
    private static final Pattern DENIED = Pattern.compile(
            "not authorized to perform|AccessDenied|Access Denied|UnauthorizedOperation", Pattern.CASE_INSENSITIVE);

    private Refusal() {}

    /** Whether a permission is missing, the service's own or one that it needs of another. */
    static boolean isDenial(RuntimeException e) {
        return e instanceof AwsJsonException refused
                && (refused.isDenial() || DENIED.matcher(refused.getMessage()).find());
    }

    static String describe(RuntimeException e, String permission, Region region) {
        var what = Failures.describe(e);
        return isDenial(e)
                ? "Access denied in %s: the function's role needs %s. %s".formatted(region.id(), permission, what)
                : "Cannot be read in %s now. %s".formatted(region.id(), what);
    }
}
