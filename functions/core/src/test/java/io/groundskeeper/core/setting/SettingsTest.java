package io.groundskeeper.core.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

    @Test
    void clustersTag_comesBeforeTheEnvironment() {
        var settings =
                Settings.of(Map.of("TAG_MODE", "notify")).forCluster(Map.of("groundskeeper/tag-mode", "enforce"));

        assertThat(settings.find("TAG_MODE")).contains("enforce");
    }

    @Test
    void blankTag_leavesTheEnvironment() {
        var settings = Settings.of(Map.of("TAG_MODE", "notify")).forCluster(Map.of("groundskeeper/tag-mode", " "));

        assertThat(settings.find("TAG_MODE")).contains("notify");
    }

    @Test
    void emptyValue_isAbsent() {
        assertThat(Settings.of(Map.of("TAG_MODE", "")).find("TAG_MODE")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "TRUE", " true "})
    void flag_isReadInAnyCase(String value) {
        assertThat(Settings.of(Map.of("DRY_RUN", value)).flag("DRY_RUN", false)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes", "1", "tru"})
    void badFlag_namesSettingValueAndWhatIsAllowed(String value) {
        assertThatThrownBy(() -> Settings.of(Map.of("DRY_RUN", value)).flag("DRY_RUN", false))
                .isInstanceOf(BadSettingException.class)
                .hasMessage("DRY_RUN is \"%s\". Allowed: true, false.", value);
    }

    @Test
    void badTag_namesTheTag() {
        var settings = Settings.of(Map.of()).forCluster(Map.of("groundskeeper/bootstrap-scope", "none"));

        assertThatThrownBy(() -> settings.oneOf("BOOTSTRAP_SCOPE", "all", List.of("all", "tagged")))
                .hasMessage("The cluster's tag groundskeeper/bootstrap-scope is \"none\". Allowed: all, tagged.");
    }
}
