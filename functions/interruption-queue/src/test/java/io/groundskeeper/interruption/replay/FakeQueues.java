package io.groundskeeper.interruption.replay;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Queues in memory that hide what was received, on a clock of their own; each call takes a moment of it. */
final class FakeQueues extends Clock implements DeadLetters {

    static final Instant START = Instant.parse("2026-11-30T10:00:00Z");

    private static final class Stored {
        private final String id;
        private final String body;
        private final Instant sent;
        private Instant hiddenUntil = Instant.MIN;

        Stored(String id, String body, Instant sent) {
            this.id = id;
            this.body = body;
            this.sent = sent;
        }
    }

    private final Map<String, List<Stored>> queues = new LinkedHashMap<>();
    private final Set<String> unsendable = new HashSet<>();
    private final Set<String> undeletable = new HashSet<>();
    private final Map<String, RuntimeException> failures = new HashMap<>();
    private final List<String> calls = new ArrayList<>();
    private Duration callTakes = Duration.ofMillis(10);
    private Duration hidden = Duration.ofSeconds(30);
    private Runnable afterSend = () -> {};
    private Instant now = START;
    private int count;

    void put(String url, String body, Instant sent) {
        queues.computeIfAbsent(url, u -> new ArrayList<>()).add(new Stored("id-" + ++count, body, sent));
    }

    void put(String url, String body) {
        put(url, body, START.minusSeconds(3600));
    }

    void unsendable(String body) {
        unsendable.add(body);
    }

    void undeletable(String body) {
        undeletable.add(body);
    }

    void failing(String url, RuntimeException failure) {
        failures.put(url, failure);
    }

    void callsTake(Duration time) {
        callTakes = time;
    }

    /** As SQS now and then does, it hands out again what it should hide. */
    void hidesNothing() {
        hidden = Duration.ZERO;
    }

    /** What happens once messages were sent and before they are deleted. */
    void afterSend(Runnable something) {
        afterSend = something;
    }

    void forward(Duration by) {
        now = now.plus(by);
    }

    List<String> bodies(String url) {
        return queues.getOrDefault(url, List.of()).stream()
                .map(stored -> stored.body)
                .toList();
    }

    List<String> visible(String url) {
        return queues.getOrDefault(url, List.of()).stream()
                .filter(stored -> !stored.hiddenUntil.isAfter(now))
                .map(stored -> stored.body)
                .toList();
    }

    List<String> calls() {
        return calls;
    }

    private void call(String name, String url) {
        calls.add(name);
        now = now.plus(callTakes);
        if (failures.containsKey(url)) {
            throw failures.get(url);
        }
    }

    @Override
    public int count(String url) {
        call("count", url);
        return queues.getOrDefault(url, List.of()).size();
    }

    @Override
    public List<Letter> receive(String url) {
        call("receive", url);
        var received = queues.getOrDefault(url, List.of()).stream()
                .filter(stored -> !stored.hiddenUntil.isAfter(now))
                .limit(10)
                .toList();
        received.forEach(stored -> stored.hiddenUntil = now.plus(hidden));
        return received.stream()
                .map(stored ->
                        new Letter(stored.id, "receipt-" + stored.id, stored.body, Optional.of(stored.sent), Map.of()))
                .toList();
    }

    @Override
    public Map<String, String> send(String url, List<Letter> letters) {
        call("send", url);
        var unsent = new HashMap<String, String>();
        for (var letter : letters) {
            if (unsendable.contains(letter.body())) {
                unsent.put(letter.id(), "InvalidMessageContents: no");
            } else {
                put(url, letter.body(), now);
            }
        }
        afterSend.run();
        return unsent;
    }

    @Override
    public Map<String, String> delete(String url, List<Letter> letters) {
        call("delete", url);
        var undeleted = new HashMap<String, String>();
        for (var letter : letters) {
            if (undeletable.contains(letter.body())) {
                undeleted.put(letter.id(), "InternalError: try again");
            } else {
                queues.get(url).removeIf(stored -> stored.id.equals(letter.id()));
            }
        }
        return undeleted;
    }

    @Override
    public void release(String url, List<Letter> letters) {
        call("release", url);
        var ids = letters.stream().map(Letter::id).toList();
        queues.get(url).stream().filter(stored -> ids.contains(stored.id)).forEach(stored -> stored.hiddenUntil = now);
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
