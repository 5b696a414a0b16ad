package io.groundskeeper.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailuresTest {

    @Test
    void causes_areAddedWhereTheySayMore() {
        var failure = new IllegalStateException(
                "outer: inner", new IllegalStateException("inner", new RuntimeException("root")));

        assertThat(Failures.describe(failure)).isEqualTo("outer: inner: root");
    }

    @Test
    void failureWithoutMessage_isNamed() {
        assertThat(Failures.describe(new NullPointerException())).isEqualTo("nullpointer");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST https://hooks.slack.com/services/T0/B0/sesame failed",
                "https://hooks.slack.com/triggers/E0/1/sesame",
                "GET https://sts.amazonaws.com/?X-Amz-Date=1&X-Amz-Signature=sesame",
                "http://127.0.0.1:8080/services/sesame: refused"
            })
    void secretUrls_areLeftOut(String message) {
        assertThat(Failures.describe(new IllegalStateException(message)))
                .contains("<redacted URL>")
                .doesNotContain("sesame");
    }
}
