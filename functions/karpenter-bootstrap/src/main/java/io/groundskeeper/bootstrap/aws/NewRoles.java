package io.groundskeeper.bootstrap.aws;

import io.groundskeeper.core.aws.NotYetException;
import java.time.Duration;
import java.util.Locale;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** A role that was just created is not known to EKS for some seconds. */
final class NewRoles {

    private NewRoles() {}

    /** What to throw for a refusal: a wait if it says that the role does not exist, else the refusal. */
    static RuntimeException unknownYet(AwsServiceException e, String roleArn) {
        var message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        return message.contains("not exist") || message.contains("not found") || message.contains("invalid principal")
                ? new NotYetException("EKS does not know role %s yet".formatted(roleArn), Duration.ofSeconds(15), e)
                : e;
    }
}
