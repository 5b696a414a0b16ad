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

    private int writesUntilCut = Integer.MAX_VALUE;

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        var call = attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME);
        if (isWrite(call) && writesUntilCut-- <= 0) {
            throw new IllegalStateException("cut off before " + call);
        }
        calls.add(call);
    }

    /** Every writing call after the next {@code count} fails, as if the function had been killed. */
    void cutAfter(int count) {
        writesUntilCut = count;
    }

    /** Those that write, since {@link #clear}. */
    List<String> writes() {
        return calls.stream().filter(CallRecorder::isWrite).toList();
    }

    private static boolean isWrite(String call) {
        return !call.startsWith("Get") && !call.startsWith("List") && !call.startsWith("Describe");
    }

    /** How many there were since {@link #clear}. */
    int count() {
        return calls.size();
    }

    void clear() {
        calls.clear();
    }
}
