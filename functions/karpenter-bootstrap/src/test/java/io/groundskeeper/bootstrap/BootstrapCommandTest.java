package io.groundskeeper.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.lambda.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BootstrapCommandTest {

    @Test
    void samples_areCommands() {
        assertThat(BootstrapCommand.of(Json.read(FunctionUnderTest.event("bootstrap-command.json"))))
                .isEqualTo(new BootstrapCommand("dev", false, false, false));
        assertThat(BootstrapCommand.of(Json.read(FunctionUnderTest.event("bootstrap-dry-run.json"))))
                .isEqualTo(new BootstrapCommand("dev", true, false, false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"cluster\":\"dev\",\"dryrun\":true} | does not know dryrun",
                "{\"cluster\":\"dev\",\"dryRun\":\"true\"} | must be true or false",
                "{\"cluster\":\"dev\",\"remove\":\"yes\"} | \"remove\" must be true or false",
                "{\"cluster\":7} | must be the name",
                "{\"cluster\":\"\"} | must be the name",
                "{\"cluster\":\"a/b\"} | must be the name",
                "{\"cluster\":null} | must be the name"
            })
    void badCommand_saysWhatIsWrongAndWhatIsAccepted(String command, String what) {
        assertThatThrownBy(() -> BootstrapCommand.of(Json.read(command)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll(what, "{\"cluster\":\"dev\",\"dryRun\":true}");
    }

    @Test
    void truncatedInput_listsTheAcceptedShapes() {
        assertThatThrownBy(() -> new FunctionUnderTest().answer(FunctionUnderTest.event("truncated.json")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll("not valid JSON", "EventBridge event", "SQS batch", "{\"cluster\":\"dev\"}");
    }
}
