package io.groundskeeper.local.bootstrap;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;

/** Keeps the name of every call that the clients make. */
final class CallRecorder implements ExecutionInterceptor {

    private final List<String> calls = new CopyOnWriteArrayList<>();

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        calls.add(attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME));
    }

    /** Those that write, since {@link #clear}. */
    List<String> writes() {
        return calls.stream()
                .filter(call -> !call.startsWith("Get") && !call.startsWith("List") && !call.startsWith("Describe"))
                .toList();
    }

    /** How many there were since {@link #clear}. */
    int count() {
        return calls.size();
    }

    void clear() {
        calls.clear();
    }
}
