package io.groundskeeper.core.tagpolicy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicySourceTest {

    @Test
    void tagPolicy_comesBeforeRequiredTags() {
        var settings = Settings.of(Map.of("REQUIRED_TAGS", "Owner", "TAG_POLICY", "{\"tags\":{\"team\":{}}}"));
        assertThat(PolicySource.of(settings))
                .hasValueSatisfying(source -> assertThat(
                                ((PolicySource.Given) source).policy().rules())
                        .extracting(TagRule::key)
                        .containsExactly("team"));
    }

    @Test
    void requiredTags_countWithoutATagPolicy() {
        assertThat(PolicySource.of(Settings.of(Map.of("REQUIRED_TAGS", "Owner", "TAG_POLICY", " "))))
                .containsInstanceOf(PolicySource.Given.class);
    }

    @Test
    void parameterAndOrganization_areReadLater() {
        assertThat(of("ssm:/governance/tags")).isEqualTo(new PolicySource.Parameter("/governance/tags"));
        assertThat(of("ssm:tags")).isEqualTo(new PolicySource.Parameter("tags"));
        assertThat(of("organizations")).isEqualTo(new PolicySource.Organization());
    }

    @Test
    void nothingSet_isAbsent() {
        assertThat(PolicySource.of(Settings.of(Map.of()))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Owner", "organization", "ssm:", "ssm:/a b", "[]", "s3://bucket/policy"})
    void anythingElse_isRefusedWithWhatIsAllowed(String text) {
        assertThatThrownBy(() -> of(text))
                .isInstanceOf(BadSettingException.class)
                .hasMessageStartingWith("TAG_POLICY is \"" + text)
                .hasMessageContainingAll("ssm:/", "organizations", "REQUIRED_TAGS");
    }

    private static PolicySource of(String text) {
        return PolicySource.of(Settings.of(Map.of("TAG_POLICY", text))).orElseThrow();
    }
}
