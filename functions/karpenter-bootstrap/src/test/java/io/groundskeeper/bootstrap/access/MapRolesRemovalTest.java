package io.groundskeeper.bootstrap.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MapRolesRemovalTest {

    private static final AwsAuthRow ROW = AwsAuthRow.ofNodes("arn:aws:iam::123456789012:role/KarpenterNodeRole-dev-1");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "- rolearn: a\n  username: b\n  groups: [c]\n",
                "# first\n- rolearn: a   # odd\n  username: 'b'\n  groups:\n  - c\n# last\n",
                "  - rolearn: a\n    username: b\n    groups:\n      - c\n",
                "[]",
                "[{\"rolearn\":\"a\",\"username\":\"b\",\"groups\":[]}]"
            })
    void rowThatWasAdded_isTakenOutAndEveryOtherByteStays(String before) {
        var with = MapRoles.with(Optional.of(before), ROW);
        assertThat(with).isInstanceOf(MapRoles.Result.Added.class);
        var text = ((MapRoles.Result.Added) with).text();
        assertThat(MapRolesRemoval.without(text, ROW)).isEqualTo(new MapRolesRemoval.Result.Removed(before));
    }

    @Test
    void rowsOfOthersAfterOurs_stay() {
        var text = ROW.block(0) + "- rolearn: later\n  username: x\n  groups: [y]\n";
        assertThat(MapRolesRemoval.without(text, ROW))
                .isEqualTo(new MapRolesRemoval.Result.Removed("- rolearn: later\n  username: x\n  groups: [y]\n"));
    }

    @Test
    void rowThatSomeoneRewrote_isLeftForAPerson() {
        var other = new AwsAuthRow(ROW.roleArn(), "someone", List.of("system:masters"));
        assertThat(MapRolesRemoval.without(other.block(0), ROW)).isInstanceOf(MapRolesRemoval.Result.Unfit.class);
        var quoted = ROW.block(0).replace(ROW.roleArn(), "'" + ROW.roleArn() + "'");
        assertThat(MapRolesRemoval.without(quoted, ROW)).isInstanceOf(MapRolesRemoval.Result.Unfit.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "- rolearn: a\n  username: b\n  groups: [c]\n"})
    void textWithoutOurRow_isAbsent(String text) {
        assertThat(MapRolesRemoval.without(text, ROW)).isEqualTo(new MapRolesRemoval.Result.Absent());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: b", "[", "\t-"})
    void textThatIsNoList_isUnfit(String text) {
        assertThat(MapRolesRemoval.without(text, ROW)).isInstanceOf(MapRolesRemoval.Result.Unfit.class);
    }
}
