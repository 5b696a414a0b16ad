package io.groundskeeper.tags.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.json.Json;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordPathTest {

    private static final String RECORD = """
            {"a":{"b":"x","list":[{"id":"1"},{"id":2},{},{"id":"4"}]},"n":3,"t":true,"e":[],"o":{"k":"v"}}
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "a.b; \"x\"",
                "a.list[].id; [\"1\",2,\"4\"]",
                "a.list[?id=='4'].id; [\"4\"]",
                "a.list[?id==`2`].id; [2]",
                "a.missing.b; null",
                "n.b.c; null",
                "n[].x; null",
                "missing || a.b; \"x\"",
                "not_null(missing, n); 3",
                "length(a.list); 4",
                "length(n); null",
                "keys(o); [\"k\"]",
                "{z: n, y: t}; {\"z\":3,\"y\":true}",
                "to_string(a.list[1]); '\"{\\\"id\\\":2}\"'",
                "sum(a.list[*].id); null",
                "e && t; []",
                "n > `2`; true",
                "lower('Ab-1'); \"ab-1\"",
                "lower(missing); null",
                "lower(n); null",
                "[a.list][].id; [\"1\",2,\"4\"]",
                "[o][].k; [\"v\"]",
                "[missing][].k; []",
            })
    void expression_findsWhatJmesPathSays(String expression, String expected) {
        assertThat(Json.write(RecordPath.compile(expression).find(Json.read(RECORD))))
                .isEqualTo(expected);
    }

    @Test
    void listOfIds_keepsItsPlaces() {
        assertThat(RecordPath.compile("a.list[].id").texts(Json.read(RECORD)))
                .isEqualTo(List.of(Optional.of("1"), Optional.empty(), Optional.of("4")));
    }

    @ParameterizedTest
    @CsvSource({"n", "o", "t", "e", "missing"})
    void noText_isNoId(String expression) {
        assertThat(RecordPath.compile(expression).texts(Json.read(RECORD))).isEmpty();
    }

    @Test
    void unusableText_isNoId() {
        var path = RecordPath.compile("id");
        assertThat(path.texts(Json.object().put("id", " "))).isEmpty();
        assertThat(path.texts(Json.object().put("id", "a\nb"))).isEmpty();
        assertThat(path.texts(Json.object().put("id", "x".repeat(2049)))).isEmpty();
    }
}
