package io.groundskeeper.core.aws;

import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;

/** Says of a call that got no answer which call it was and where it went; the SDK's own message names neither. */
final class NamedFailures implements ExecutionInterceptor {

    @Override
    public Throwable modifyException(Context.FailedExecution context, ExecutionAttributes attributes) {
        // The SDK takes back only what is of the class that it gave, and tells the builders of each class apart.
        return switch (context.exception()) {
            case ApiCallTimeoutException e ->
                ApiCallTimeoutException.builder()
                        .message(named(e, context, attributes))
                        .cause(e)
                        .build();
            case ApiCallAttemptTimeoutException e ->
                ApiCallAttemptTimeoutException.builder()
                        .message(named(e, context, attributes))
                        .cause(e)
                        .build();
            case SdkClientException e
            when e.getClass() == SdkClientException.class ->
                SdkClientException.create(named(e, context, attributes), e);
            case Throwable other -> other;
        };
    }

    private static String named(
            SdkClientException failure, Context.FailedExecution context, ExecutionAttributes attributes) {
        var call = attributes.getAttribute(SdkExecutionAttribute.SERVICE_NAME) + " "
                + attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME);
        var where = context.httpRequest()
                .map(request -> " at %s://%s:%d".formatted(request.protocol(), request.host(), request.port()))
                .orElse("");
        return "%s%s got no answer: %s".formatted(call, where, failure.getMessage());
    }
}
