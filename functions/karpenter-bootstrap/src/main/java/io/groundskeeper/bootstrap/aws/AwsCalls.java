package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.bootstrap.step.MissingPermissionException;
import io.groundskeeper.bootstrap.step.QuotaReachedException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** Calls AWS and names the action whose permission is missing or whose quota is reached: each service says it in its way. */
final class AwsCalls {

    private static final Set<String> DENIED = Set.of(
            "AccessDenied",
            "AccessDeniedException",
            "UnauthorizedOperation",
            "UnauthorizedException",
            "NotAuthorized",
            "AWS.SimpleQueueService.AccessDenied");

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
     * @throws QuotaReachedException if the account may not have more of it
     */
    static <T> T call(String action, Supplier<T> call) {
        try {
            return call.get();
        } catch (AwsServiceException e) {
            if (DENIED.contains(code(e))) {
                throw new MissingPermissionException(action, e);
            }
            if (AT_ITS_LIMIT.contains(code(e))) {
                throw new QuotaReachedException(action, e);
            }
            throw e;
        }
    }

    /** Makes a call to read something that may not be there, as one of these error codes says. */
    static <T> Optional<T> find(String action, Set<String> absent, Supplier<T> call) {
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
    static String code(AwsServiceException e) {
        return e.awsErrorDetails() == null || e.awsErrorDetails().errorCode() == null
                ? ""
                : e.awsErrorDetails().errorCode();
    }
}
