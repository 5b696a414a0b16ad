package io.groundskeeper.tags.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.json.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestTagsTest {

    private static final RecordPath TAGS = RecordPath.compile("tags");

    @Test
    void specifications_areThoseOfTheType() {
        var record = Json.read("""
                {"tags":[{"resourceType":"volume","tags":[{"key":"A","value":"volume"}]},
                {"resourceType":"instance","tags":[{"key":"A","value":"1"},{"key":"B","value":true},{"key":"C"},{}]},
                {"resourceType":"instance","tags":{"key":"D","value":4}}, 3, null]}
                """);
        assertThat(new RequestTags.Specifications(TAGS, "instance").read(record))
                .isEqualTo(Map.of("A", "1", "B", "true", "C", "", "D", "4"));
    }

    @Test
    void list_takesEitherCase() {
        var record = Json.read("{\"tags\":[{\"key\":\"A\",\"value\":\"1\"},{\"Key\":\"B\",\"Value\":2},[],\"x\"]}");
        assertThat(new RequestTags.AsList(TAGS).read(record)).isEqualTo(Map.of("A", "1", "B", "2"));
    }

    @Test
    void map_takesScalars() {
        var record = Json.read("{\"tags\":{\"A\":\"1\",\"B\":2,\"C\":{},\"D\":[]}}");
        assertThat(new RequestTags.AsMap(TAGS).read(record)).isEqualTo(Map.of("A", "1", "B", "2"));
    }

    @Test
    void wrongShape_hasNoTags() {
        for (var json : new String[] {"{}", "{\"tags\":null}", "{\"tags\":3}", "{\"tags\":\"x\"}"}) {
            assertThat(new RequestTags.AsMap(TAGS).read(Json.read(json))).isEmpty();
            assertThat(new RequestTags.AsList(TAGS).read(Json.read(json))).isEmpty();
            assertThat(new RequestTags.Specifications(TAGS, "vpc").read(Json.read(json)))
                    .isEmpty();
        }
    }
}
