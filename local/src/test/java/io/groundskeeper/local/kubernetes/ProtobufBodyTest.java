package io.groundskeeper.local.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ProtobufBodyTest {

    @Test
    void secret_isReadWithMapsBytesAndTimes() {
        byte[] metadata = message(
                field(1, text("s")),
                field(3, new byte[0]),
                field(8, new byte[] {8, 60}),
                field(11, message(field(1, text("a")), field(2, text("b")))));
        byte[] secret = message(
                field(1, metadata), field(2, message(field(1, text("k")), field(2, text("v")))), new byte[] {5 << 3, 1
                });

        assertThat(ProtobufBody.read(envelope("Secret", secret)))
                .isEqualTo(Objects.json("{'metadata':{'name':'s','creationTimestamp':'1970-01-01T00:01:00Z','labels':"
                        + "{'a':'b'}},'data':{'k':'dg=='},'immutable':true,'apiVersion':'v1','kind':'Secret'}"));
    }

    @Test
    void emptyValuesInLists_areKept() {
        byte[] role = message(field(2, message(field(2, new byte[0]), field(3, text("nodes")))));

        assertThat(ProtobufBody.read(envelope("ClusterRole", role)).path("rules"))
                .hasToString("[{\"apiGroups\":[\"\"],\"resources\":[\"nodes\"]}]");
    }

    @Test
    void whatIsNotKnown_isAnUnsupportedMediaType() {
        expect(415, "the kind Pod", envelope("Pod", new byte[0]));
        expect(415, "field 9 of ConfigMap", envelope("ConfigMap", field(9, text("x"))));
    }

    @Test
    void brokenBody_isABadRequest() {
        byte[] whole = envelope("Secret", message(field(1, message(field(1, text("s"))))));

        expect(400, "does not begin with k8s", text("{}"));
        expect(400, "ends too early", Arrays.copyOf(whole, whole.length - 2));
    }

    private static void expect(int code, String message, byte[] body) {
        assertThatExceptionOfType(ApiError.class)
                .isThrownBy(() -> ProtobufBody.read(body))
                .satisfies(error -> assertThat(error.code()).isEqualTo(code))
                .withMessageContaining(message);
    }

    private static byte[] envelope(String kind, byte[] raw) {
        byte[] typeMeta = message(field(1, text("v1")), field(2, text(kind)));
        return message(text("k8s\u0000"), field(1, typeMeta), field(2, raw));
    }

    private static byte[] message(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static byte[] field(int number, byte[] value) {
        return message(new byte[] {(byte) (number << 3 | 2), (byte) value.length}, value);
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
