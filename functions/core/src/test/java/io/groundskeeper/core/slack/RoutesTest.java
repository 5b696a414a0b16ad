package io.groundskeeper.core.slack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.Route.Subject;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoutesTest {

    private static final String ROUTES = "account:123456789012 -> slack/prod, tag:Team=plat*->slack/platform,"
            + "creator:*@data.example.com->slack/data=1";

    @ParameterizedTest
    @CsvSource({
        "123456789012, ann, platform, slack/prod",
        "210987654321, ann, platform, slack/platform",
        "210987654321, ann, Platform, ''",
        "210987654321, judy@data.example.com, '', slack/data=1",
        "210987654321, judy@data.example.com, platform, slack/platform",
        "'', '', '', ''"
    })
    void firstEntryThatFits_counts(String account, String creator, String team, String channel) {
        var routes = Routes.of(Settings.of(Map.of("SLACK_ROUTES", ROUTES)));
        assertThat(routes.channel(new Subject(account, creator, Map.of("Team", team))))
                .isEqualTo(new Channel(channel));
    }

    @Test
    void noRoutes_allGoesToTheUsualChannel() {
        var routes = Routes.of(Settings.of(Map.of()));
        assertThat(routes.channel(new Subject("123456789012", "ann", Map.of()))).isEqualTo(Channel.USUAL);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "account:123456789012=slack/prod; \"account:123456789012=slack/prod\" has no ->",
                "account:12->slack; \"12\" is no account, which has twelve digits",
                "tag:Team->slack; \"Team\" is no tag with its value",
                "tag:Team=->slack; \"Team=\" is no tag with its value",
                "creator:->slack; \"creator:->slack\" names no creator",
                "team:platform->slack; \"team\" is none of account, tag and creator",
                "account:123456789012->; what follows the -> of \"account:123456789012\" is not the name of a secret",
                "account:123456789012->slack,; \"\" has no ->",
            })
    void badEntry_isNamedWithWhatIsAllowed(String routes, String why) {
        assertThatThrownBy(() -> Routes.of(Settings.of(Map.of("SLACK_ROUTES", routes))))
                .isInstanceOf(BadSettingException.class)
                .hasMessageStartingWith("SLACK_ROUTES")
                .hasMessageContaining(why)
                .hasMessageContaining("tag:Team=platform->secret-name");
    }

    @ParameterizedTest
    @CsvSource({
        "account:123456789012->https://hooks.example/services/sesame",
        "https://hooks.example/services/sesame",
        "https://hooks.example/services/sesame->slack"
    })
    void urlInPlaceOfASecretsName_isNotRepeated(String routes) {
        assertThatThrownBy(() -> Routes.of(Settings.of(Map.of("SLACK_ROUTES", routes))))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining("<not shown>")
                .hasMessageNotContaining("sesame");
    }
}
