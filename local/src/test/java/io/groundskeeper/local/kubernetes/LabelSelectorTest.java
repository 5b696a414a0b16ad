package io.groundskeeper.local.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class LabelSelectorTest {
    private final ObjectNode object = Objects.json("{'metadata':{'labels':{'app':'web','karpenter.sh/nodepool':'a'}}}");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "app=web",
                "app==web",
                "app!=db",
                "other!=x",
                "app in (db, web)",
                "app notin (db)",
                "other notin (db)",
                "app",
                "!other",
                "app in (web,db),karpenter.sh/nodepool=a,!other"
            })
    void matchingSelector_selects(String selector) {
        assertThat(LabelSelector.parse(selector)).accepts(object);
    }

    @ParameterizedTest
    @ValueSource(strings = {"app=db", "app!=web", "app notin (web)", "other in (x)", "other", "!app", "app=web,other"})
    void otherSelector_leavesOut(String selector) {
        assertThat(LabelSelector.parse(selector)).rejects(object);
    }

    @Test
    void brokenSelector_isABadRequest() {
        assertThatExceptionOfType(ApiError.class)
                .isThrownBy(() -> LabelSelector.parse("app in web"))
                .satisfies(error -> assertThat(error.code()).isEqualTo(400))
                .withMessageContaining("app in web");
    }
}
