package io.groundskeeper.interruption.atonce;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/** Asks many questions at once and waits for the answers until a deadline only: one that hangs costs no other. */
public final class AtOnce {

    /** What became of a question. */
    public sealed interface Answer<V> {
        record Came<V>(V value) implements Answer<V> {}

        record Failed<V>(RuntimeException why) implements Answer<V> {}
    }

    private record Running<V>(Thread thread, CompletableFuture<V> answer) {}

    private AtOnce() {}

    /**
     * One answer for each key; never throws for one of them, not even when a question dies of an {@link Error}.
     *
     * @param left how long all of them may take from now on; what takes longer is interrupted and failed
     */
    public static <K, V> Map<K, Answer<V>> ask(Collection<K> keys, Function<K, V> question, Duration left) {
        var running = new LinkedHashMap<K, Running<V>>();
        for (var key : keys) {
            running.computeIfAbsent(key, k -> start(() -> question.apply(k), left));
        }
        var answers = new LinkedHashMap<K, Answer<V>>();
        running.forEach((key, one) -> answers.put(key, answer(one)));
        return answers;
    }

    private static <V> Running<V> start(Supplier<V> question, Duration left) {
        var answer = new CompletableFuture<V>();
        var thread = Thread.ofVirtual().start(() -> {
            try {
                answer.complete(question.get());
            } catch (Throwable e) {
                answer.completeExceptionally(e);
            }
        });
        return new Running<>(thread, answer.orTimeout(Math.max(0, left.toMillis()), TimeUnit.MILLISECONDS));
    }

    private static <V> Answer<V> answer(Running<V> running) {
        try {
            return new Answer.Came<>(running.answer().join());
        } catch (CompletionException e) {
            return new Answer.Failed<>(failure(running, e.getCause()));
        }
    }

    private static RuntimeException failure(Running<?> running, Throwable cause) {
        return switch (cause) {
            case RuntimeException failure -> failure;
            case TimeoutException timeout -> {
                running.thread().interrupt();
                yield new NoAnswerException("no answer in the time there was", timeout);
            }
            default -> new NoAnswerException("the attempt died", cause);
        };
    }
}
