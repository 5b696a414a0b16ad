package io.groundskeeper.tags.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogueTest {

    private static final String ROW = """
            {"eventSource":"a.amazonaws.com","eventName":"CreateA","type":"AWS::A::A","ids":"responseElements.id",
            "arn":null,"arnTemplate":"arn:{partition}:a:{region}:{account}:a/{id}","requestTags":{"shape":"NONE"},
            "cloudControlId":null,"basis":"real record"}
            """;

    @Test
    void ownCatalogue_hasTheFirstSevenKinds() {
        assertThat(Catalogue.load().kinds())
                .extracting(kind -> kind.eventName() + " " + kind.type())
                .containsExactly(
                        "RunInstances AWS::EC2::Instance",
                        "CreateVolume AWS::EC2::Volume",
                        "CreateVpc AWS::EC2::VPC",
                        "CreateSecurityGroup AWS::EC2::SecurityGroup",
                        "CreateBucket AWS::S3::Bucket",
                        "CreateFunction20150331 AWS::Lambda::Function",
                        "CreateDBInstance AWS::RDS::DBInstance");
    }

    @Test
    void sameNameOfAnotherSource_isNotFound() {
        assertThat(Catalogue.load().find("gamelift.amazonaws.com", "CreateVpc")).isEmpty();
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
