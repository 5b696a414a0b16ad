package io.groundskeeper.local.kubernetes;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Which fields a protobuf message of Kubernetes has. */
final class ProtobufMessages {

    /**
     * One field.
     *
     * @param type string, bytes, number, bool, time, or the name of a message
     */
    record Field(String name, String type, boolean repeated, boolean map) {}

    private final Map<String, Map<Integer, Field>> messages = new HashMap<>();

    private ProtobufMessages() {}

    static ProtobufMessages load() {
        ProtobufMessages loaded = new ProtobufMessages();
        String message = "";
        for (String line : Resources.text("protobuf-messages.txt").lines().toList()) {
            if (line.startsWith("  ")) {
                String[] words = line.strip().split(" ", 3);
                loaded.messages.get(message).put(Integer.valueOf(words[0]), field(words[1], words[2]));
            } else if (!line.startsWith("#")) {
                message = line;
                loaded.messages.put(message, new HashMap<>());
            }
        }
        return loaded;
    }

    boolean knows(String message) {
        return messages.containsKey(message);
    }

    Optional<Field> field(String message, int number) {
        return Optional.ofNullable(messages.getOrDefault(message, Map.of()).get(number));
    }

    private static Field field(String name, String type) {
        boolean repeated = type.endsWith("[]");
        boolean map = type.endsWith("{}");
        return new Field(name, repeated || map ? type.substring(0, type.length() - 2) : type, repeated, map);
    }
}
