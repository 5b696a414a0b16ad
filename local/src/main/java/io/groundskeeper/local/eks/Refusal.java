package io.groundskeeper.local.eks;

import io.groundskeeper.local.http.AwsException;

/** The errors of EKS. */
final class Refusal {
    private Refusal() {}

    static AwsException invalid(String message) {
        return new AwsException(400, "InvalidParameterException", message);
    }

    static AwsException notAllowed(String message) {
        return new AwsException(400, "InvalidRequestException", message);
    }

    static AwsException inUse(String message) {
        return new AwsException(409, "ResourceInUseException", message);
    }

    static AwsException notFound(String message) {
        return new AwsException(404, "ResourceNotFoundException", message);
    }
}
