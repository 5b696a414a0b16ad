package io.groundskeeper.tags.creation;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.tags.catalogue.Catalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class CreationReaderTest {

    private static final String VOLUME = """
            {"eventSource":"ec2.amazonaws.com","eventName":"CreateVolume","awsRegion":"us-east-1",
            "eventTime":"2026-11-30T09:00:00Z","recipientAccountId":"123456789012",
            "userIdentity":{"type":"IAMUser","userName":"bob","accountId":"999999999999"},
            "requestParameters":{"size":"8"},"responseElements":{"volumeId":"vol-1"}}
            """;

    private final CreationReader reader = new CreationReader(Catalogue.load());

    @Test
    void creation_isRead() {
        var creation = (Reading.Creation) reader.read(EventParser.wrap(Json.read(VOLUME)));
        assertThat(creation.eventName()).isEqualTo("CreateVolume");
        assertThat(creation.time()).isPresent();
        assertThat(creation.resources()).singleElement().satisfies(volume -> {
            assertThat(volume.arn()).isEqualTo("arn:aws:ec2:us-east-1:123456789012:volume/vol-1");
            assertThat(volume.account()).isEqualTo("123456789012");
            assertThat(volume.cloudControlId()).contains("vol-1");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "errorCode; \"Client.DryRunOperation\"; The call failed, so it created nothing: Client.DryRunOperation",
                "errorCode; 3; The call failed",
                "errorCode; {}; The call failed",
                "responseElements; null; no id at responseElements.volumeId",
                "responseElements; {\"volumeId\":7}; no id at responseElements.volumeId",
                "eventName; \"DescribeVolumes\"; ec2.amazonaws.com DescribeVolumes is not in the catalogue",
                "eventName; \"CreateTags\"; ec2.amazonaws.com CreateTags creates nothing that is checked: it tags",
                "awsRegion; null; names a region",
            })
    void recordOfNoCreation_saysWhy(String field, String value, String reason) {
        var record = (ObjectNode) Json.read(VOLUME);
        record.set(field, Json.read(value));
        assertThat(reader.read(EventParser.wrap(record)))
                .isInstanceOfSatisfying(
                        Reading.NothingCreated.class,
                        nothing -> assertThat(nothing.reason()).contains(reason));
    }

    @ParameterizedTest
    @CsvSource({"gamelift.amazonaws.com, CreateVolume", "ec2.amazonaws.com, CreateMoonBase", "x, RestoreX"})
    void creationOutsideTheCatalogue_isNamedAndNotGuessedAt(String source, String name) {
        var record = (ObjectNode) Json.read(VOLUME);
        record.put("eventSource", source).put("eventName", name);
        assertThat(reader.read(EventParser.wrap(record)))
                .isInstanceOfSatisfying(
                        Reading.NotListed.class,
                        unknown -> assertThat(unknown.reason()).startsWith(source + " " + name + " is not in"));
    }

    @Test
    void emptyErrorCode_isNoFailure() {
        var record = ((ObjectNode) Json.read(VOLUME)).put("errorCode", "");
        assertThat(reader.read(EventParser.wrap(record))).isInstanceOf(Reading.Creation.class);
    }

    @Test
    void account_isTheRecipientsElseTheCallersElseTheEnvelopes() {
        var record = (ObjectNode) Json.read(VOLUME);
        record.remove("recipientAccountId");
        assertThat(account(record)).isEqualTo("999999999999");
        ((ObjectNode) record.path("userIdentity")).remove("accountId");
        assertThat(account(record)).isEqualTo("777777777777");
    }

    @Test
    void noAccountAtAll_isSaid() {
        var record = (ObjectNode) Json.read(VOLUME);
        record.remove("recipientAccountId");
        record.remove("userIdentity");
        assertThat(Explanation.of(record, reader).ignored()).contains("names an account");
    }

    @Test
    void arnInTheRecord_winsOverTheTemplate() {
        var record = Json.read("""
                {"eventSource":"lambda.amazonaws.com","eventName":"CreateFunction20150331","awsRegion":"us-east-1",
                "recipientAccountId":"123456789012","responseElements":{"functionName":"f",
                "functionArn":"arn:aws:lambda:us-east-1:123456789012:function:other"}}
                """);
        assertThat(Explanation.of(record, reader).resources())
                .extracting(Explanation.Resource::arn)
                .containsExactly("arn:aws:lambda:us-east-1:123456789012:function:other");
        ((ObjectNode) record.path("responseElements")).put("functionArn", "no ARN");
        assertThat(Explanation.of(record, reader).resources())
                .extracting(Explanation.Resource::arn)
                .containsExactly("arn:aws:lambda:us-east-1:123456789012:function:f");
    }

    @Test
    void otherEvent_isNamed() {
        var event = Json.read("{\"source\":\"aws.ec2\",\"detail-type\":\"EC2 Fleet Information\",\"detail\":{}}");
        assertThat(Explanation.of(event, reader).ignored()).contains("EC2 Fleet Information");
    }

    private String account(ObjectNode record) {
        var event = Json.object()
                .put("source", "aws.ec2")
                .put("detail-type", "AWS API Call via CloudTrail")
                .put("account", "777777777777");
        event.set("detail", record);
        return ((Reading.Creation) reader.read(EventParser.parse(event)))
                .resources()
                .getFirst()
                .account();
    }
}
