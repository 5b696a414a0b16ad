package io.groundskeeper.core.aws;

import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;

/** Says of a call that got no answer which call it was and where it went; the SDK's own message names neither. */
final class NamedFailures implements ExecutionInterceptor {

    @Override
    public Throwable modifyException(Context.FailedExecution context, ExecutionAttributes attributes) {
        if (!(context.exception() instanceof SdkClientException failure)) {
            return context.exception();
        }
        var call = attributes.getAttribute(SdkExecutionAttribute.SERVICE_NAME) + " "
                + attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME);
        var where = context.httpRequest()
                .map(request -> " at %s://%s:%d".formatted(request.protocol(), request.host(), request.port()))
                .orElse("");
        var named = failure.toBuilder()
                .message("%s%s got no answer: %s".formatted(call, where, failure.getMessage()))
                .cause(failure)
                .build();
        // The SDK takes no other kind of failure, such as one that is no timeout any more.
        return failure.getClass().isInstance(named) ? named : failure;
    }
}
