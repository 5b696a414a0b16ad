package io.groundskeeper.core.tagpolicy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TagPolicyTest {

    private static final ResourceType VOLUME = ResourceType.of("AWS::EC2::Volume");

    private static final String EXAMPLE = "Owner, Team=platform|data, CostCenter~^[0-9]{4}$";

    @Test
    void notSet_isAbsent() {
        assertThat(TagPolicy.of(Settings.of(Map.of()))).isEmpty();
    }

    @Test
    void allTagsThere_hasNoProblems() {
        assertThat(problems(EXAMPLE, Map.of("Owner", "ann", "Team", "data", "CostCenter", "4711", "More", "x")))
                .isEmpty();
    }

    @Test
    void noTags_missesEachInOrder() {
        assertThat(problems(EXAMPLE, Map.of()))
                .containsExactly("Owner is missing", "Team is missing", "CostCenter is missing");
    }

    @Test
    void otherCase_isMissingAndNamed() {
        assertThat(problems("Owner", Map.of("owner", "ann")))
                .containsExactly("Owner is missing (owner is there, but case counts)");
    }

    @Test
    void valueOutsideList_isInvalid() {
        assertThat(problems("Team=platform|data", Map.of("Team", "Data")))
                .containsExactly("Team: \"Data\" is none of platform, data");
    }

    @Test
    void expressionWithoutAnchors_isFoundAnywhere() {
        assertThat(problems("C~[0-9]{4}", Map.of("C", "x4711y"))).isEmpty();
        assertThat(problems("C~^[0-9]{4}$", Map.of("C", "x4711y")))
                .containsExactly("C: \"x4711y\" does not match ^[0-9]{4}$");
    }

    @Test
    void commaInsideExpression_belongsToIt() {
        var policy = policy("C~^[0-9]{2,4}$, D~^[(,]$,E~\\,x, F");
        assertThat(policy.rules()).extracting(TagRule::key).containsExactly("C", "D", "E", "F");
        assertThat(policy.problems(VOLUME, Map.of("C", "123", "D", "(", "E", ",x", "F", "")))
                .isEmpty();
    }

    @Test
    void expressionThatBacktracksWithoutEnd_endsAsInvalid() {
        var value = "a".repeat(255) + "!";
        assertTimeoutPreemptively(
                Duration.ofSeconds(5),
                () -> assertThat(problems("A~^(a+)+\\1z$", Map.of("A", value)))
                        .singleElement()
                        .asString()
                        .contains("takes too long"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "'Owner,,Team'; an entry is empty",
                "'Owner,'; an entry is empty",
                "'=x'; has no key",
                "'Team='; is empty or longer",
                "'Team=a||b'; is empty or longer",
                "'C~'; has no expression",
                "'C~[0-9'; the expression of \"C\" is none",
                "'Owner, Owner=x'; is there twice",
                "'aws:createdBy'; only AWS sets",
            })
    void badForm_saysWhatIsWrong(String text, String expected) {
        assertThatThrownBy(() -> policy(text))
                .isInstanceOf(BadSettingException.class)
                .hasMessageStartingWith("REQUIRED_TAGS is \"")
                .hasMessageContaining(expected);
    }

    private static List<String> problems(String policy, Map<String, String> tags) {
        return policy(policy).problems(VOLUME, tags).stream()
                .map(TagProblem::inWords)
                .toList();
    }

    private static TagPolicy policy(String text) {
        return TagPolicy.of(Settings.of(Map.of("REQUIRED_TAGS", text))).orElseThrow();
    }
}
