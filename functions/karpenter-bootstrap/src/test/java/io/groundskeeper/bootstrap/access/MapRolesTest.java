package io.groundskeeper.bootstrap.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MapRolesTest {

    private static final String ROLE = "arn:aws:iam::123456789012:role/KarpenterNodeRole-dev";
    private static final AwsAuthRow ROW = AwsAuthRow.ofNodes(ROLE);
    private static final String BLOCK = """
            - rolearn: %s
              username: system:node:{{EC2PrivateDNSName}}
              groups:
              - system:bootstrappers
              - system:nodes
            """.formatted(ROLE);
    private static final String FLOW =
            "{\"rolearn\":\"%s\",\"username\":\"system:node:{{EC2PrivateDNSName}}\",\"groups\":[\"system:bootstrappers\",\"system:nodes\"]}"
                    .formatted(ROLE);

    @Test
    void absentText_becomesTheRow() {
        assertThat(MapRoles.with(Optional.empty(), ROW)).isEqualTo(new MapRoles.Result.Added(BLOCK));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "# nobody yet\n", "# nobody yet", "---\n"})
    void textWithoutRows_isKeptBeforeTheRow(String text) {
        assertThat(added(text)).isEqualTo((text.isEmpty() || text.endsWith("\n") ? text : text + "\n") + BLOCK);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "- rolearn: arn:aws:iam::1:role/a\n  username: a\n  groups: [x]\n",
                "# ours\n- groups:\n  - 'x'   # why\n  rolearn: \"arn:aws:iam::1:role/a\"\n\n# end\n",
                "- rolearn: arn:aws:iam::1:role/\u00fc\ud83d\ude00\r\n  username: a\r\n",
                "- &a {rolearn: x}\n- *a\n"
            })
    void block_getsTheRowAtItsEnd(String text) {
        assertThat(added(text)).isEqualTo(text + BLOCK);
    }

    @Test
    void lastLineWithoutEnd_getsOne() {
        assertThat(added("- rolearn: a")).isEqualTo("- rolearn: a\n" + BLOCK);
    }

    @Test
    void indentedBlock_getsTheRowInItsColumn() {
        var text = "  - rolearn: a\n    username: b\n";
        assertThat(added(text)).isEqualTo(text + BLOCK.indent(2));
    }

    @Test
    void documentWithAnEnd_getsTheRowBeforeTheOthers() {
        assertThat(added("---\n- rolearn: a\n...\n")).isEqualTo("---\n" + BLOCK + "- rolearn: a\n...\n");
    }

    @Test
    void emptyBrackets_getTheRow() {
        assertThat(added("[]\n")).isEqualTo("[" + FLOW + "]\n");
        assertThat(added("[ ] # none ]\n")).isEqualTo("[ " + FLOW + "] # none ]\n");
    }

    @Test
    void brackets_getTheRowBeforeTheirEnd() {
        assertThat(added("[{rolearn: a, groups: [b]}] # ]")).isEqualTo("[{rolearn: a, groups: [b]}, " + FLOW + "] # ]");
        assertThat(added("[{rolearn: \"\ud83d\ude00\"},]")).isEqualTo("[{rolearn: \"\ud83d\ude00\"}," + FLOW + "]");
    }

    @Test
    void rowThatIsThere_isLeft() {
        assertThat(MapRoles.with(Optional.of("# x\n" + BLOCK), ROW)).isEqualTo(new MapRoles.Result.Present());
        assertThat(MapRoles.with(Optional.of("[" + FLOW + "]"), ROW)).isEqualTo(new MapRoles.Result.Present());
        assertThat(MapRoles.with(Optional.of(added("[]")), ROW)).isEqualTo(new MapRoles.Result.Present());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "- rolearn: [",
                "just text",
                "rolearn: a",
                "- rolearn: " + ROLE + "\n  username: other\n  groups: [x]\n"
            })
    void whatAPersonMustSee_isLeft(String text) {
        assertThat(MapRoles.with(Optional.of(text), ROW)).isInstanceOf(MapRoles.Result.Unfit.class);
    }

    private static String added(String text) {
        var result = MapRoles.with(Optional.of(text), ROW);
        assertThat(result).as("%s", result).isInstanceOf(MapRoles.Result.Added.class);
        return ((MapRoles.Result.Added) result).text();
    }
}
