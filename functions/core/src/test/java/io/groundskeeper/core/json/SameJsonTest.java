package io.groundskeeper.core.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SameJsonTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":1,\"b\":2} | {\"b\":2,\"a\":1} | true",
                "{\"a\":[\"x\",\"y\"]} | {\"a\":[\"y\",\"x\"]} | true",
                "{\"a\":[\"x\"]} | {\"a\":\"x\"} | true",
                "{\"a\":\"false\"} | {\"a\":false} | true",
                "{\"a\":[\"x\",\"y\"]} | {\"a\":[\"x\"]} | false",
                "{\"a\":[\"x, y\"]} | {\"a\":[\"x\",\"y\"]} | false",
                "{\"a\":\"x\"} | {\"a\":\"X\"} | false",
                "{\"a\":\"x\"} | {\"b\":\"x\"} | false"
            })
    void twoForms_areTheSameWhenTheyMeanTheSame(String one, String other, boolean same) {
        assertThat(SameJson.same(Json.read(one), Json.read(other))).isEqualTo(same);
    }
}
