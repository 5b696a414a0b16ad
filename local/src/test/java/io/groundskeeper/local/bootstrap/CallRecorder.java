package io.groundskeeper.local.bootstrap;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;

/**
 * Keeps the name of every call that the clients of AWS and of Kubernetes make, and can cut them off, as when a function
 * is killed.
 */
final class CallRecorder implements ExecutionInterceptor, Interceptor {

    /** No call is made any more. */
    static final class KilledException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        KilledException() {
            super("killed");
        }
    }

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final AtomicInteger writesLeft = new AtomicInteger(Integer.MAX_VALUE);

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        if (writesLeft.get() <= 0) {
            throw new KilledException();
        }
        calls.add(name(attributes));
    }

    /** The write is made, and whoever made it does not live to see it. */
    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
        if (isWrite(name(attributes)) && writesLeft.decrementAndGet() <= 0) {
            throw new KilledException();
        }
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        kubernetes(request.method(), request.uri().getRawPath());
    }

    /** A call of a Kubernetes API, or all those that Helm makes for one of its own; a write is the last that is sent. */
    void kubernetes(String verb, String what) {
        if (writesLeft.get() <= 0) {
            throw new KilledException();
        }
        var call = verb + " " + what;
        calls.add(call);
        if (isWrite(call)) {
            writesLeft.decrementAndGet();
        }
    }

    private static String name(ExecutionAttributes attributes) {
        return attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME);
    }

    private static boolean isWrite(String call) {
        return !call.startsWith("GET ")
                && !call.startsWith("Get")
                && !call.startsWith("List")
                && !call.startsWith("Describe");
    }

    /** After so many more writes nothing goes through. */
    void killAfter(int writes) {
        writesLeft.set(writes);
    }

    /** Whether the writes that were left are used up. */
    boolean isKilled() {
        return writesLeft.get() <= 0;
    }

    /** From now on all goes through. */
    void revive() {
        writesLeft.set(Integer.MAX_VALUE);
    }

    /** Those that write, since {@link #clear}. */
    List<String> writes() {
        return calls.stream().filter(CallRecorder::isWrite).toList();
    }

    /** All, since {@link #clear}, in their order. */
    List<String> calls() {
        return List.copyOf(calls);
    }

    void clear() {
        calls.clear();
    }
}
