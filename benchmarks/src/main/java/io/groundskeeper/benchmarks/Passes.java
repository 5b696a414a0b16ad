package io.groundskeeper.benchmarks;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Measures one pass over ten messages again and again, in a process that is warm. */
final class Passes {

    private static final int MOST_WARM_UP = 30;

    private final Watched function;
    private final Messages messages;
    private final Requests requests;

    Passes(Watched function, Messages messages, Requests requests) {
        this.function = function;
        this.messages = messages;
        this.requests = requests;
    }

    /**
     * Measures, after as many passes, but at most 30, that are not counted.
     *
     * @param body of the n-th message of a pass that is now
     */
    Figures measure(String name, int count, Function<Instant, List<String>> body) {
        var samples = new ArrayList<Figures.Sample>();
        int warmUp = Math.min(MOST_WARM_UP, count);
        for (int i : IntStream.range(0, warmUp + count).toArray()) {
            var sample = pass(body.apply(Instant.now()));
            if (i >= warmUp) {
                samples.add(sample);
            }
        }
        return Figures.of(name, samples);
    }

    private Figures.Sample pass(List<String> bodies) {
        bodies.forEach(messages::send);
        var batch = messages.receive();
        if (batch.size() != bodies.size()) {
            throw new IllegalStateException("The queue handed out %d of %d".formatted(batch.size(), bodies.size()));
        }
        var json = Messages.batch(batch);
        requests.take();
        var start = System.nanoTime();
        function.invoke(json);
        var wall = System.nanoTime() - start;
        var share = requests.take();
        messages.delete(batch);
        return new Figures.Sample(wall, share);
    }
}
