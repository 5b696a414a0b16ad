package io.groundskeeper.tags.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.MissingNode;

class CatalogueTest {

    private static final String ROW = """
            {"eventSource":"a.amazonaws.com","eventName":"CreateA","type":"AWS::A::A","ids":"responseElements.id",
            "arn":null,"arnTemplate":"arn:{partition}:a:{region}:{account}:a/{id}","requestTags":{"shape":"NONE"},
            "cloudControlId":null,"basis":"real record"}
            """;

    @Test
    void ownCatalogue_hasAtLeast130EventsOf60Sources() {
        var kinds = Catalogue.load().kinds();
        assertThat(kinds.stream()
                        .map(kind -> kind.eventSource() + " " + kind.eventName())
                        .distinct())
                .hasSizeGreaterThanOrEqualTo(130);
        assertThat(kinds.stream().map(CreationKind::eventSource).distinct()).hasSizeGreaterThanOrEqualTo(60);
    }

    @Test
    void rowsOfOneEvent_areToldApartByTheRecord() {
        var rows = "[" + ROW.replace("\"type\":", "\"when\":\"requestParameters.engine == 'docdb'\",\"type\":") + ","
                + ROW.replace("AWS::A::A", "AWS::B::B") + "]";
        var catalogue = Catalogue.parse(rows);
        assertThat(found(catalogue, "{\"requestParameters\":{\"engine\":\"docdb\"}}"))
                .isEqualTo("AWS::A::A");
        assertThat(found(catalogue, "{\"requestParameters\":{\"engine\":3}}")).isEqualTo("AWS::B::B");
        assertThat(found(catalogue, "{}")).isEqualTo("AWS::B::B");
    }

    private static String found(Catalogue catalogue, String record) {
        return catalogue
                .find("a.amazonaws.com", "CreateA", Json.read(record))
                .orElseThrow()
                .type();
    }

    @Test
    void eventOfNothingTaggable_saysWhy() {
        assertThat(Catalogue.load().notTaggable("kms.amazonaws.com", "CreateGrant"))
                .contains("a grant has no tags");
        assertThat(Catalogue.load().notTaggable("kms.amazonaws.com", "CreateKey"))
                .isEmpty();
    }

    @Test
    void sameNameOfAnotherSource_isNotFound() {
        assertThat(Catalogue.load().find("gamelift.amazonaws.com", "CreateVpc", MissingNode.getInstance()))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "\"responseElements.id\"; \"responseElements[\"; ids is no JMESPath",
                "\"AWS::A::A\"; \"Instance\"; type \"Instance\" is none of CloudFormation",
                "\"NONE\"; \"XQ\"; requestTags.shape \"XQ\" is none of",
                "\"NONE\"; \"MAP\"; \"path\" must be there",
                "{account}; {acount}; arnTemplate must",
                "arn:{partition}:; arn:aws:; arnTemplate must",
                "\"cloudControlId\":null; \"cloudControlId\":\"x\"; cloudControlId has no {id}",
                "\"cloudControlId\":null; \"cloudControlId\":\"{id}|{parent}\"; cloudControlId has {parent}, and",
                "{id}; {parent}; arnTemplate has {parent}, and",
                "\"basis\":; \"notTaggable\":\"x\",\"basis\":; unknown fields",
                "\"basis\":; \"base\":; unknown fields [base]",
                "\"basis\":\"real record\"; \"basis\":3; \"basis\" must be there, as text",
            })
    void brokenRow_isNamed(String old, String broken, String why) {
        assertThat(ROW).contains(old);
        assertThatThrownBy(() -> Catalogue.parse("[" + ROW.replace(old, broken) + "]"))
                .isInstanceOf(BadCatalogueException.class)
                .hasMessageStartingWith("catalogue.json, row 1 (a.amazonaws.com CreateA): ")
                .hasMessageContaining(why);
    }

    @Test
    void sameEventTwice_isNamed() {
        assertThatThrownBy(() -> Catalogue.parse("[" + ROW + "," + ROW + "]")).hasMessageContaining("row 2 ");
    }

    @Test
    void brokenFile_isSaid() {
        assertThatThrownBy(() -> Catalogue.parse("[")).isInstanceOf(BadCatalogueException.class);
        assertThatThrownBy(() -> Catalogue.parse("{}")).hasMessageContaining("no array");
        assertThatThrownBy(() -> Catalogue.parse("[3]")).hasMessageContaining("row 1 (? ?)");
    }
}
