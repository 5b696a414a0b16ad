package io.groundskeeper.core.slack;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlackTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<!channel>|&lt;!channel&gt;",
                "<@U123>|&lt;@U123&gt;",
                "<https://evil>x|&lt;https://evil&gt;x",
                "a & b|a &amp; b",
                "&lt;|&amp;lt;"
            })
    void liveCharacters_areEscaped(String text, String expected) {
        assertThat(SlackText.escape(text)).isEqualTo(expected);
    }

    @Test
    void backtickAndNewline_doNotEndTheCode() {
        assertThat(SlackText.code("a`b\n<c>")).isEqualTo("`a'b &lt;c&gt;`");
    }

    @Test
    void shortText_isLeftAlone() {
        assertThat(SlackText.fit("abc", 3)).isEqualTo("abc");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13})
    void cutText_keepsEntitiesAndSurrogatesWhole(int most) {
        var cut = SlackText.fit("a&amp;b😀😀c&lt;d", most);

        assertThat(cut.length()).isLessThanOrEqualTo(most);
        assertThat(cut.replaceAll("&(amp|lt|gt);", "")).doesNotContain("&");
        assertThat(cut.codePoints().noneMatch(c -> c >= 0xD800 && c <= 0xDFFF)).isTrue();
    }
}
