package io.groundskeeper.local.kubernetes;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Reads the protobuf form in which Go clients send built-in kinds. Answers always go out as JSON, which they take. */
final class ProtobufBody {
    static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";
    private static final int MAGIC = 0x6b387300;
    private static final int RAW = 2;
    private static final int VARINT = 0;
    private static final int BYTES = 2;
    private static final ProtobufMessages MESSAGES = ProtobufMessages.load();

    private ProtobufBody() {}

    /** The object in a body, with apiVersion and kind. */
    static ObjectNode read(byte[] body) {
        ByteBuffer in = ByteBuffer.wrap(body);
        if (in.remaining() < Integer.BYTES || in.getInt() != MAGIC) {
            throw ApiError.badRequest("the body is not in Kubernetes' protobuf form: it does not begin with k8s");
        }
        ObjectNode typeMeta = Documents.object();
        ByteBuffer raw = ByteBuffer.allocate(0);
        while (in.hasRemaining()) {
            int key = (int) varint(in);
            ByteBuffer value = bytes(in);
            if (key >>> 3 == RAW) {
                raw = value;
            } else if (key >>> 3 == 1) {
                typeMeta = message("TypeMeta", value);
            }
        }
        String kind = typeMeta.path("kind").asString("");
        if (!MESSAGES.knows(kind)) {
            throw ApiError.unsupportedMediaType("the kind " + kind + " is not read in protobuf form here: send it as"
                    + " JSON or YAML, for example with kubectl create -f");
        }
        return message(kind, raw).setAll(typeMeta);
    }

    private static ObjectNode message(String name, ByteBuffer in) {
        ObjectNode message = Documents.object();
        while (in.hasRemaining()) {
            int key = (int) varint(in);
            int number = key >>> 3;
            switch (key & 7) {
                case VARINT -> number(message, name, number, varint(in));
                case BYTES -> value(message, name, number, bytes(in));
                default -> throw ApiError.badRequest("field " + number + " of " + name + " has an unknown wire type");
            }
        }
        return message;
    }

    private static void number(ObjectNode message, String name, int number, long value) {
        ProtobufMessages.Field field = MESSAGES.field(name, number).orElseThrow(() -> unknown(name, number));
        if (field.type().equals("bool")) {
            message.put(field.name(), value != 0);
        } else {
            message.put(field.name(), value);
        }
    }

    private static void value(ObjectNode message, String name, int number, ByteBuffer value) {
        var known = MESSAGES.field(name, number);
        if (known.isEmpty()) {
            // Go writes structs even when nothing is in them.
            if (value.hasRemaining()) {
                throw unknown(name, number);
            }
            return;
        }
        ProtobufMessages.Field field = known.get();
        if (field.map()) {
            entry(message.withObjectProperty(field.name()), field, value);
        } else if (field.repeated()) {
            message.withArrayProperty(field.name()).add(single(field.type(), value));
        } else if (value.hasRemaining()) {
            message.set(field.name(), single(field.type(), value));
        }
    }

    private static void entry(ObjectNode map, ProtobufMessages.Field field, ByteBuffer entry) {
        String key = "";
        JsonNode value = StringNode.valueOf("");
        while (entry.hasRemaining()) {
            boolean isKey = varint(entry) >>> 3 == 1;
            ByteBuffer content = bytes(entry);
            if (isKey) {
                key = text(content);
            } else {
                value = single(field.type(), content);
            }
        }
        map.set(key, value);
    }

    private static JsonNode single(String type, ByteBuffer value) {
        return switch (type) {
            case "string" -> StringNode.valueOf(text(value));
            case "bytes" -> StringNode.valueOf(text(Base64.getEncoder().encode(value)));
            case "time" -> StringNode.valueOf(time(value).toString());
            default -> message(type, value);
        };
    }

    private static Instant time(ByteBuffer in) {
        long seconds = 0;
        long nanos = 0;
        while (in.hasRemaining()) {
            boolean isSeconds = varint(in) >>> 3 == 1;
            long value = varint(in);
            if (isSeconds) {
                seconds = value;
            } else {
                nanos = value;
            }
        }
        return Instant.ofEpochSecond(seconds, nanos);
    }

    private static String text(ByteBuffer value) {
        return StandardCharsets.UTF_8.decode(value).toString();
    }

    private static ByteBuffer bytes(ByteBuffer in) {
        long length = varint(in);
        if (length < 0 || length > in.remaining()) {
            throw ApiError.badRequest("the protobuf body ends too early");
        }
        ByteBuffer bytes = in.slice(in.position(), (int) length);
        in.position(in.position() + (int) length);
        return bytes;
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE && in.hasRemaining(); shift += 7) {
            byte next = in.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw ApiError.badRequest("the protobuf body ends too early");
    }

    private static ApiError unknown(String message, int number) {
        return ApiError.unsupportedMediaType("field " + number + " of " + message
                + " is not read in protobuf form here: send the object as JSON or YAML, for example with kubectl"
                + " create -f");
    }
}
