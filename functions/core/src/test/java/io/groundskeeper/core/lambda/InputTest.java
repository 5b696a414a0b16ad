package io.groundskeeper.core.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputTest {

    private static final String SHAPES = "test accepts this and that.";

    @Test
    void eventBridgeEvent_isASingleEvent() {
        assertThat(read("{\"source\":\"aws.ec2\",\"detail-type\":\"x\"}")).isInstanceOf(Input.SingleEvent.class);
    }

    @Test
    void sqsRecords_areABatch() {
        var input = read(Batches.of(List.of(Batches.message("m1", "{}", 1, Batches.T))));

        assertThat(input)
                .isInstanceOfSatisfying(
                        Input.SqsBatch.class,
                        batch -> assertThat(batch.messages().getFirst().messageId())
                                .isEqualTo("m1"));
    }

    @Test
    void emptyBatch_isABatch() {
        assertThat(read("{\"Records\":[]}")).isEqualTo(new Input.SqsBatch(List.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"cluster\":\"dev\"}",
                "{\"Records\":null}",
                "{\"Records\":{}}",
                "{\"source\":1,\"detail-type\":\"x\"}",
                "{\"source\":\"aws.ec2\"}",
                "{\"detail_type\":\"x\",\"source\":\"aws.ec2\"}"
            })
    void anyOtherObject_mayBeACommand(String text) {
        assertThat(read(text)).isInstanceOf(Input.Command.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "null", "[]", "\"x\"", "1", "{\"source\":", "{\"a\":1}}", "abcd", "\u0000", "{'a':1}"})
    void noJsonObject_saysWhatIsAccepted(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(SHAPES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"Records\":[null]}",
                "{\"Records\":[1]}",
                "{\"Records\":[{\"eventSource\":\"aws:s3\"}]}",
                "{\"Records\":[{\"messageId\":\"m\",\"body\":{},\"eventSource\":\"aws:sqs\"}]}",
                "{\"Records\":[{\"messageId\":1,\"body\":\"x\",\"eventSource\":\"aws:sqs\"}]}",
                "{\"Records\":[{\"messageId\":\"m\",\"body\":null,\"eventSource\":\"aws:sqs\"}]}"
            })
    void recordsOfSomethingElse_sayWhatIsAccepted(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("SQS message")
                .hasMessageContaining(SHAPES);
    }

    @Test
    void deepNesting_isRefusedNotOverflown() {
        var deep = "{\"a\":".repeat(5000) + "1" + "}".repeat(5000);

        assertThatThrownBy(() -> read(deep)).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void parseError_repeatsNothingOfTheInput() {
        assertThatThrownBy(() -> read("{\"token\":\"sesame\" oops"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageNotContaining("sesame");
    }

    private static Input read(String text) {
        return Input.read(text, SHAPES);
    }
}
