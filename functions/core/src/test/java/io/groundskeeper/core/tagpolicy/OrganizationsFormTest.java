package io.groundskeeper.core.tagpolicy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.setting.BadSettingException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrganizationsFormTest {

    private static final String INSTANCE = "AWS::EC2::Instance";
    private static final String BUCKET = "AWS::S3::Bucket";

    private static final String POLICY = """
            {"tags": {
              "costcenter": {
                "tag_key": {"@@assign": "CostCenter", "@@operators_allowed_for_child_policies": ["@@none"]},
                "tag_value": {"@@assign": ["100", "300*", "*@example.com"]},
                "enforced_for": {"@@assign": ["secretsmanager:ALL_SUPPORTED"]},
                "report_required_tag_for": {"@@assign": ["ec2:instance", "rds:ALL_SUPPORTED"]}},
              "Owner": {"report_required_tag_for": {"@@assign": ["*"]}},
              "project": {"tag_key": {"@@assign": "Project"}},
              "@@operators_allowed_for_child_policies": ["@@none"]}}
            """;

    @Test
    void keyThatTheTypeMustHave_isMissing() {
        assertThat(problems(INSTANCE, Map.of())).containsExactly("CostCenter is missing", "owner is missing");
        assertThat(problems("AWS::RDS::DBCluster", Map.of("owner", "ann"))).containsExactly("CostCenter is missing");
    }

    @Test
    void keyThatOtherTypesMustHave_isNotMissing() {
        assertThat(problems(BUCKET, Map.of("owner", "ann"))).isEmpty();
    }

    @Test
    void valueThatIsThere_isCheckedWhateverTheType() {
        assertThat(problems(BUCKET, Map.of("owner", "ann", "CostCenter", "400")))
                .containsExactly("CostCenter: \"400\" is none of 100, 300*, *@example.com");
    }

    @ParameterizedTest
    @CsvSource({"100", "300", "3001", "ann@example.com", "@example.com"})
    void valueThatIsLikeOneOfTheList_isAllowed(String value) {
        assertThat(problems(INSTANCE, Map.of("owner", "", "CostCenter", value))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1000", "30", "example.com", "''", "300*x@example.org"})
    void valueThatIsNotLikeOneOfTheList_isRefused(String value) {
        assertThat(problems(INSTANCE, Map.of("owner", "", "CostCenter", value)))
                .hasSize(value.startsWith("300") ? 0 : 1);
    }

    @Test
    void keyInAnotherCase_isNamedAlsoWhereItIsNotRequired() {
        assertThat(problems(BUCKET, Map.of("owner", "ann", "costCenter", "100", "PROJECT", "x")))
                .containsExactly("costCenter must be written CostCenter", "PROJECT must be written Project");
        assertThat(problems(INSTANCE, Map.of("owner", "ann", "costcenter", "100")))
                .containsExactly("CostCenter is missing (costcenter is there, but case counts)");
    }

    @Test
    void keyInBothCases_namesTheWrongOne() {
        assertThat(problems(INSTANCE, Map.of("owner", "ann", "Owner", "bob", "CostCenter", "100")))
                .containsExactly("Owner must be written owner");
    }

    @Test
    void effectivePolicy_hasItsValuesWithoutOperators() {
        var policy = TagPolicy.read("TAG_POLICY", """
                {"tags":{"team":{"tag_key":"Team","tag_value":["a","b"],"report_required_tag_for":["*"]}}}
                """);
        assertThat(policy.problems(ResourceType.of(BUCKET), Map.of("Team", "c")))
                .extracting(TagProblem::inWords)
                .containsExactly("Team: \"c\" is none of a, b");
    }

    @Test
    void valueStar_allowsAny() {
        var policy = TagPolicy.read("x", "{\"tags\":{\"team\":{\"tag_value\":{\"@@assign\":[\"*\"]}}}}");
        assertThat(policy.problems(ResourceType.of(BUCKET), Map.of("team", ""))).isEmpty();
    }

    @Test
    void moreTypesThatRequireAKey_areAddedToItsRuleOrMakeOne() {
        var policy = TagPolicy.read("x", POLICY)
                .requiring(Map.of(
                        "costCenter", Set.of(new TypePattern(BUCKET)), "Stage", Set.of(new TypePattern(BUCKET))));
        assertThat(policy.problems(ResourceType.of(BUCKET), Map.of("owner", "ann")))
                .extracting(TagProblem::inWords)
                .containsExactly("CostCenter is missing", "Stage is missing");
        assertThat(policy.requiredFor(ResourceType.of("AWS::SQS::Queue")))
                .extracting(TagRule::key)
                .containsExactly("owner");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{; not valid JSON",
                "{\"tag\":{}}; no object \"tags\"",
                "{\"tags\":[]}; no object \"tags\"",
                "{\"tags\":{}}; no key in \"tags\"",
                "{\"tags\":{\"a\":3}}; \"a\" is no object",
                "{\"tags\":{\"a\":{\"tag_values\":[]}}}; \"a\" has \"tag_values\"",
                "{\"tags\":{\"a\":{},\"A\":{}}}; the policy key \"A\" is there twice",
                "{\"tags\":{\"a\":{\"tag_key\":{\"@@assign\":\"b\"}}}}; must be the policy key itself",
                "{\"tags\":{\"a\":{\"tag_key\":{\"@@assign\":[\"A\"]}}}}; must be the policy key itself",
                "{\"tags\":{\"a\":{\"tag_value\":{\"@@append\":[\"x\"]}}}}; describe-effective-policy",
                "{\"tags\":{\"a\":{\"tag_value\":{\"@@remove\":[\"x\"]}}}}; \"@@remove\"",
                "{\"tags\":{\"a\":{\"tag_value\":{\"@@assign\":[]}}}}; list of texts with at least one",
                "{\"tags\":{\"a\":{\"tag_value\":{\"@@assign\":[1]}}}}; list of texts",
                "{\"tags\":{\"a\":{\"tag_value\":{\"@@assign\":[\"*@*\"]}}}}; more than one *",
                "{\"tags\":{\"a\":{\"report_required_tag_for\":{\"@@assign\":[\"instance\"]}}}}; no type of resource",
                "{\"tags\":{\"a\":{\"enforced_for\":{\"@@assign\":[\"ec2\"]}}}}; no type of resource",
                "{\"tags\":{\"\":{}}}; a key is empty",
                "{\"tags\":{\"aws:x\":{}}}; only AWS sets",
            })
    void badDocument_saysWhatIsWrongAndWhere(String text, String expected) {
        assertThatThrownBy(() -> TagPolicy.read("TAG_POLICY", text))
                .isInstanceOf(BadSettingException.class)
                .hasMessageStartingWith("TAG_POLICY is \"")
                .hasMessageContaining(expected);
    }

    @Test
    void longDocument_isShownInPart() {
        assertThatThrownBy(() -> TagPolicy.read("TAG_POLICY", "{" + "\uD83D\uDE00".repeat(5000)))
                .hasMessageContaining("...")
                .message()
                .hasSizeLessThan(1200);
    }

    private static List<String> problems(String type, Map<String, String> tags) {
        return TagPolicy.read("TAG_POLICY", POLICY).problems(ResourceType.of(type), tags).stream()
                .map(TagProblem::inWords)
                .toList();
    }
}
