package io.groundskeeper.local.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.json.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The real runtime interface client on a handler of the tests' own. */
class FunctionProcessIT {

    private static final Path TEST_CLASSES = Path.of("target", "test-classes");

    private static FunctionProcess start(String handler) {
        return start(handler, Duration.ofSeconds(10));
    }

    private static FunctionProcess start(String handler, Duration timeout) {
        var function = new FunctionDefinition("sample", handler, timeout, Map.of(), Map.of());
        return FunctionProcess.start(function, TEST_CLASSES, Map.of("MARKER", "set"), System.err::println);
    }

    @Test
    void severalEvents_answeredOneAfterTheOther() {
        try (var function = start(SampleHandler.class.getName() + "::handleRequest")) {
            assertThat(function.invoke("1")).isEqualTo(new Answer.Returned("{\"read\":1,\"marker\":\"set\"}"));
            assertThat(function.invoke("2").json()).contains("\"read\":2");
        }
    }

    @Test
    void functionThrows_errorTypeAndMessageAnswered() {
        try (var function = start(SampleHandler.class.getName() + "::handleRequest")) {
            var answer = function.invoke("\"throw\"");

            assertThat(answer).isInstanceOf(Answer.Thrown.class);
            var json = Json.read(answer.json());
            assertThat(json.path("errorMessage").asString()).isEqualTo("thrown on purpose");
            assertThat(json.path("errorType").asString()).contains("IllegalArgumentException");
            assertThat(function.invoke("3").json()).as("it goes on afterwards").contains("\"read\":3");
        }
    }

    @Test
    void processEnds_saidWithItsExitCode() {
        try (var function = start(SampleHandler.class.getName() + "::handleRequest")) {
            assertThat(function.invoke("\"exit\"").json()).contains("Runtime.ExitError", "7");
        }
    }

    @Test
    void functionThatHangs_isEndedAtItsTimeout() {
        try (var process = start(SampleHandler.class.getName() + "::handleRequest", Duration.ofSeconds(1))) {
            assertThat(process.invoke("\"hang\"").json()).contains("Sandbox.Timedout", "1 seconds");
        }
    }

    @Test
    void handlerClassMissing_answeredAsError() {
        try (var function = start("no.such.Handler::handleRequest")) {
            var answer = function.invoke("1");

            assertThat(answer).isInstanceOf(Answer.Thrown.class);
            assertThat(answer.json()).contains("no.such.Handler");
        }
    }
}
