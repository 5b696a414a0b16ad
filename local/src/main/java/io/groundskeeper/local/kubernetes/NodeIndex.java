package io.groundskeeper.local.kubernetes;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import tools.jackson.databind.node.ObjectNode;

/** Which pods are on which node: clients ask for those of one node again and again. Guarded by {@link Storage}. */
final class NodeIndex {
    private static final NavigableSet<Storage.Key> NONE = new TreeSet<>(Storage.Key.ORDER);

    private final Map<String, NavigableSet<Storage.Key>> pods = new HashMap<>();

    /** In the order in which they are stored; nobody may change them. */
    NavigableSet<Storage.Key> podsOn(String node) {
        return pods.getOrDefault(node, NONE);
    }

    /**
     * Follows a change.
     *
     * @param before the object as it was, null when it is new
     * @param after the object as it is, null when it is gone
     */
    void move(Storage.Key key, ObjectNode before, ObjectNode after) {
        if (!key.storedAs().equals("pods")) {
            return;
        }
        String from = before == null ? "" : nodeName(before);
        String to = after == null ? "" : nodeName(after);
        if (!from.isEmpty() && !from.equals(to)) {
            NavigableSet<Storage.Key> left = pods.get(from);
            left.remove(key);
            if (left.isEmpty()) {
                pods.remove(from);
            }
        }
        if (!to.isEmpty()) {
            pods.computeIfAbsent(to, node -> new TreeSet<>(Storage.Key.ORDER)).add(key);
        }
    }

    private static String nodeName(ObjectNode pod) {
        return pod.path("spec").path("nodeName").asString("");
    }
}
