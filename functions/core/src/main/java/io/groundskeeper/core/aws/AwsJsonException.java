package io.groundskeeper.core.aws;

import java.util.Set;

/** A service refused a call of {@link AwsJsonClient}. */
public final class AwsJsonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final Set<String> DENIED = Set.of(
            "AccessDeniedException",
            "AccessDenied",
            "UnauthorizedException",
            "UnauthorizedOperation",
            "NotAuthorizedException");

    private final String code;

    AwsJsonException(String operation, int status, String code, String message) {
        super("%s: %s (HTTP %d, %s)".formatted(operation, message.isEmpty() ? "no message" : message, status, code));
        this.code = code;
    }

    /** Whether the function's role may not call it. */
    public boolean isDenial() {
        return DENIED.contains(code);
    }

    /** The service's own name of the error, for example {@code ResourceNotFoundException}. */
    public String code() {
        return code;
    }
}
