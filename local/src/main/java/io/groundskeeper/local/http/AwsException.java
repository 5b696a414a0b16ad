package io.groundskeeper.local.http;

/** An error as an AWS service answers it: HTTP status, code and message. */
public final class AwsException extends RuntimeException {
    private final int status;
    private final String code;

    /** An error of this status and code, for example 404 and ResourceNotFoundException. */
    public AwsException(int status, String code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    /** HTTP status. */
    public int status() {
        return status;
    }

    /** The name of the exception in the service's model. */
    public String code() {
        return code;
    }
}
