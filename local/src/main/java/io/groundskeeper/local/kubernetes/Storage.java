package io.groundskeeper.local.kubernetes;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * Objects with one revision counter and a log of changes, as etcd keeps them for an API server. Objects are copied on
 * the way in and out. Thread-safe.
 */
final class Storage implements AutoCloseable {
    private static final int CHANGES_KEPT = 10_000;

    /** Where an object is; the namespace is empty for a cluster-scoped one. */
    record Key(String storedAs, String namespace, String name) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final NavigableMap<Key, ObjectNode> objects = new TreeMap<>(
            Comparator.comparing(Key::storedAs).thenComparing(Key::namespace).thenComparing(Key::name));
    private final Deque<Change> changes = new ArrayDeque<>();
    private final Map<String, Long> latest = new HashMap<>();
    private long revision = 1;
    private long forgotten = 1;
    private boolean closed;

    /** Runs a read-and-write that nobody else may come between. */
    <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    Optional<ObjectNode> find(Key key) {
        return locked(() -> Optional.ofNullable(objects.get(key)).map(ObjectNode::deepCopy));
    }

    /** Every object of a kind in the order of namespace and name; of all namespaces when it is null. */
    List<ObjectNode> list(String storedAs, String namespace) {
        return select(storedAs, namespace, any -> true);
    }

    /** Those objects of a kind that are such, of all namespaces when it is null; the test must not change them. */
    List<ObjectNode> select(String storedAs, String namespace, Predicate<ObjectNode> test) {
        return view(storedAs, namespace, test).stream()
                .map(ObjectNode::deepCopy)
                .toList();
    }

    /**
     * As {@link #select}, but the stored objects themselves, for those who look at many and change none: what is stored
     * is replaced, never altered.
     */
    List<ObjectNode> view(String storedAs, String namespace, Predicate<ObjectNode> test) {
        return locked(() -> objects.tailMap(new Key(storedAs, "", "")).entrySet().stream()
                .takeWhile(entry -> entry.getKey().storedAs().equals(storedAs))
                .filter(entry -> namespace == null || entry.getKey().namespace().equals(namespace))
                .map(Map.Entry::getValue)
                .filter(test)
                .toList());
    }

    /** Every object in a namespace, of whatever kind. */
    List<Key> keysIn(String namespace) {
        return locked(() -> objects.keySet().stream()
                .filter(key -> key.namespace().equals(namespace))
                .toList());
    }

    /** Every object that is such, of whatever kind; the test must not change it. */
    List<ObjectNode> select(Predicate<ObjectNode> test) {
        return locked(() ->
                objects.values().stream().filter(test).map(ObjectNode::deepCopy).toList());
    }

    /** The uids of all objects. */
    Set<String> uids() {
        return locked(() -> objects.values().stream()
                .map(object -> Metadata.of(object).uid())
                .collect(Collectors.toCollection(HashSet::new)));
    }

    long revision() {
        return locked(() -> revision);
    }

    /** The revision of the latest change of any object of these kinds. */
    long revisionOf(Set<String> kinds) {
        return locked(() -> kinds.stream()
                .mapToLong(kind -> latest.getOrDefault(kind, 0L))
                .max()
                .orElse(0));
    }

    /** Writes an object and answers it with its new resourceVersion. */
    ObjectNode store(Key key, ObjectNode object) {
        return locked(() -> {
            ObjectNode stored = stamped(object);
            ObjectNode before = objects.put(key, stored);
            log(new Change(revision, key.storedAs(), before, stored, false));
            return stored.deepCopy();
        });
    }

    /** Takes an object away and answers it as it was last. */
    Optional<ObjectNode> remove(Key key) {
        return locked(() -> Optional.ofNullable(objects.remove(key)).map(before -> {
            ObjectNode last = stamped(before);
            log(new Change(revision, key.storedAs(), before, last, true));
            return last.deepCopy();
        }));
    }

    /** Whether the changes since a revision are no longer all known. */
    boolean forgot(long since) {
        return locked(() -> since < forgotten);
    }

    /** The changes of a kind after a revision; waits for the first, and answers none after the time or when closed. */
    List<Change> changesAfter(long since, String storedAs, Duration wait) throws InterruptedException {
        lock.lock();
        try {
            long nanos = wait.toNanos();
            List<Change> found = known(since, storedAs);
            while (found.isEmpty() && nanos > 0 && !closed) {
                nanos = changed.awaitNanos(nanos);
                found = known(since, storedAs);
            }
            return found;
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        return locked(() -> closed);
    }

    @Override
    public void close() {
        locked(() -> {
            closed = true;
            changed.signalAll();
            return closed;
        });
    }

    private List<Change> known(long since, String storedAs) {
        return changes.stream()
                .filter(change -> change.revision() > since && change.storedAs().equals(storedAs))
                .toList();
    }

    private ObjectNode stamped(ObjectNode object) {
        // As read from JSON, so that equal numbers are equal nodes, however they were put in.
        ObjectNode stamped = Documents.copy(object);
        revision++;
        Metadata.in(stamped).node().put("resourceVersion", Long.toString(revision));
        return stamped;
    }

    private void log(Change change) {
        latest.put(change.storedAs(), change.revision());
        changes.addLast(change);
        if (changes.size() > CHANGES_KEPT) {
            forgotten = changes.removeFirst().revision();
        }
        changed.signalAll();
    }
}
