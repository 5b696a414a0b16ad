package io.groundskeeper.core.aws;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** Calls AWS and names the action whose permission is missing or whose quota is reached: each service says it in its way. */
public final class AwsCalls {

    private static final Set<String> DENIED = Set.of(
            "AccessDenied",
            "AccessDeniedException",
            "UnauthorizedOperation",
            "UnauthorizedException",
            "NotAuthorized",
            "AWS.SimpleQueueService.AccessDenied");

    private static final Duration LOOK_AGAIN = Duration.ofMinutes(1);

    // None of those by which services say that calls come too fast.
    private static final Set<String> AT_ITS_LIMIT = Set.of(
            "LimitExceeded",
            "LimitExceededException",
            "ResourceLimitExceededException",
            "ServiceQuotaExceededException");

    private AwsCalls() {}

    /**
     * Makes a call.
     *
     * @param action the IAM action that it needs
     * @throws MissingPermissionException if the function's role may not
     * @throws NotYetException if it is throttled, also after all that the SDK's client tried
     * @throws QuotaReachedException if the account may not have more of it
     */
    public static <T> T call(String action, Supplier<T> call) {
        try {
            return call.get();
        } catch (AwsServiceException e) {
            if (DENIED.contains(code(e))) {
                throw new MissingPermissionException(action, e);
            }
            if (e.isThrottlingException()) {
                throw new NotYetException(
                        "%s is throttled for longer than a call waits (%s)".formatted(action, code(e)), LOOK_AGAIN, e);
            }
            if (AT_ITS_LIMIT.contains(code(e))) {
                throw new QuotaReachedException(action, e);
            }
            throw e;
        }
    }

    /** Makes a call to read something that may not be there, as one of these error codes says. */
    public static <T> Optional<T> find(String action, Set<String> absent, Supplier<T> call) {
        try {
            return Optional.of(call(action, call));
        } catch (AwsServiceException e) {
            if (absent.contains(code(e))) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** The service's name of an error. */
    public static String code(AwsServiceException e) {
        return e.awsErrorDetails() == null || e.awsErrorDetails().errorCode() == null
                ? ""
                : e.awsErrorDetails().errorCode();
    }
}
