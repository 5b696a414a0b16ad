package io.groundskeeper.core.slack;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.json.Json;
import java.util.Collections;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SlackMessageTest {

    @Test
    void message_isHeaderAndSections() {
        var json = payload(new SlackMessage("Title & <more>", List.of("one", "two")));

        assertThat(json.at("/blocks/0/type").stringValue()).isEqualTo("header");
        assertThat(json.at("/blocks/0/text/text").stringValue()).isEqualTo("Title & <more>");
        assertThat(json.at("/blocks/2/text/text").stringValue()).isEqualTo("two");
        assertThat(json.path("text").stringValue()).isEqualTo("Title &amp; &lt;more&gt;");
        assertThat(json.path("unfurl_links").booleanValue()).isFalse();
    }

    @Test
    void longTexts_areCutToWhatSlackTakes() {
        var json = payload(SlackMessage.of("t".repeat(1000), "s".repeat(10_000)));

        assertThat(json.at("/blocks/0/text/text").stringValue()).hasSize(150);
        assertThat(json.at("/blocks/1/text/text").stringValue()).hasSize(3000);
    }

    @Test
    void manySections_endWithACountOfTheRest() {
        var json = payload(new SlackMessage("t", Collections.nCopies(200, "line")));

        assertThat(json.path("blocks").size()).isEqualTo(50);
        assertThat(json.at("/blocks/49/text/text").stringValue()).contains("152 more");
    }

    @Test
    void fortyNineSections_fitWithoutACount() {
        var json = payload(new SlackMessage("t", Collections.nCopies(49, "line")));

        assertThat(json.path("blocks").size()).isEqualTo(50);
        assertThat(json.at("/blocks/49/text/text").stringValue()).isEqualTo("line");
    }

    @Test
    void longSections_stayBelowTheLimitOfAll() {
        var json = payload(new SlackMessage("t", Collections.nCopies(10, "s".repeat(2900))));
        var length = StreamSupport.stream(json.path("blocks").spliterator(), false)
                .mapToInt(block -> block.at("/text/text").stringValue().length())
                .sum();

        assertThat(length).isLessThan(13_000);
        assertThat(json.at("/blocks/5/text/text").stringValue()).contains("6 more");
    }

    @Test
    void emptyTexts_areReplacedSinceSlackRefusesThem() {
        var json = payload(SlackMessage.of("", " "));

        assertThat(json.at("/blocks/0/text/text").stringValue()).isEqualTo("Groundskeeper");
        assertThat(json.at("/blocks/1/text/text").stringValue()).isEqualTo("-");
    }

    private static JsonNode payload(SlackMessage message) {
        return Json.read(SlackPayload.of(message));
    }
}
