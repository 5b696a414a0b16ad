package io.groundskeeper.tags.creation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.tags.catalogue.Catalogue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Reads every real record that is at hand. */
class RealRecordsTest {

    private static final Path DATA = Path.of(System.getProperty("groundskeeper.data", "absent"));

    private final CreationReader reader = new CreationReader(Catalogue.load());

    @Test
    void everyRecord_isReadOrIgnoredWithAReason() throws IOException {
        int resources = 0;
        int ignored = 0;
        var records = records();
        for (var record : records) {
            var explanation = Explanation.of(record, reader);
            resources += explanation.resources().size();
            ignored += explanation.ignored() == null ? 0 : 1;
            assertThat(explanation.resources().isEmpty()).isEqualTo(explanation.ignored() != null);
            assertThat(explanation.resources())
                    .allSatisfy(resource -> assertThat(resource.arn())
                            .matches("arn:aws[a-z-]*:[a-z0-9-]+:[A-Za-z0-9-]*:[A-Za-z0-9_-]*:.+"));
        }
        System.out.printf(
                "%d records read: %d resources found, %d ignored, 0 failed%n", records.size(), resources, ignored);
        assertThat(resources).isPositive();
    }

    /** What was read out of each record was looked at by a person when it was written down there. */
    @Test
    void everyRecord_isReadAsWrittenDown() throws IOException {
        var expected = writtenDown();
        for (var file : files("cloudtrail")) {
            var name = file.getFileName().toString().replace(".json", "");
            var explanation = Explanation.of(Json.read(Files.readString(file)), reader);
            var found = explanation.resources().isEmpty()
                    ? explanation.ignored()
                    : explanation.resources().stream()
                            .map(resource -> resource.type() + " " + resource.arn())
                            .collect(Collectors.joining(", "));
            // A record that came later is none of the list's.
            if (expected.containsKey(name)) {
                assertThat(found).as(name).isEqualTo(expected.get(name));
            } else {
                System.out.println("not written down: " + name + " | " + found);
            }
        }
        assertThat(expected).hasSizeGreaterThanOrEqualTo(116);
    }

    private static Map<String, String> writtenDown() throws IOException {
        try (var list = RealRecordsTest.class.getResourceAsStream("real-records.txt")) {
            return new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split(" \\| ", 2))
                    .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
        }
    }

    @Test
    void everyIdentity_hasAName() throws IOException {
        for (var file : files("identities")) {
            var creator =
                    Explanation.of(Json.read(Files.readString(file)), reader).createdBy();
            assertThat(creator.name()).as(file.getFileName().toString()).isNotBlank();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "ec2.amazonaws.com.RunInstances.3; 1; arn:aws:ec2:us-east-1:123837392027:instance/i-0dbc91f429e48eeed; bert-jan; StratusRedTeam=true",
                "ec2.amazonaws.com.RunInstances.7; 2; arn:aws:ec2:ap-northeast-2:000000000000:instance/i-YOUR_INSTANCE_IDS; test; Name=test",
                "ec2.amazonaws.com.RunInstances.9; 1; arn:aws:ec2:us-east-1:644160558196:instance/i-0f7c711dc84bedda0; GR_Dev_Developer/Radiant; ''",
                "ec2.amazonaws.com.RunInstances.11; 2; arn:aws:ec2:us-west-1:619193117841:instance/i-784cdacd; root; ''",
                "ec2.amazonaws.com.CreateVolume.3; 1; arn:aws:ec2:us-east-1:123456789012:volume/vol-13439757; Alice; ''",
                "ec2.amazonaws.com.CreateVpc.3; 1; arn:aws:ec2:us-west-2:123456789101:vpc/vpc-48fae42f; test-user; ''",
                "ec2.amazonaws.com.CreateSecurityGroup.3; 1; arn:aws:ec2:us-west-2:123456789101:security-group/sg-889bb9f3; test-user; ''",
                "s3.amazonaws.com.CreateBucket.5; 1; arn:aws:s3:::cwe-test; Sandbox_Dev/user; ''",
                "rds.amazonaws.com.CreateDBInstance.1; 1; arn:aws:rds:us-east-1:123837392027:db:terraform-20230710121504061500000001; bert-jan; StratusRedTeam=true",
                "rds.amazonaws.com.CreateDBInstance.3; 1; arn:aws:rds:ap-northeast-2:YOUR_ACCOUNT_ID:db:test-db-instance-1; test; ''",
            })
    void knownRecord_isReadRight(String name, int count, String arn, String creator, String tag) throws IOException {
        var explanation = Explanation.of(record(name), reader);
        assertThat(explanation.resources()).hasSize(count);
        assertThat(explanation.resources().getFirst().arn()).isEqualTo(arn);
        assertThat(explanation.createdBy().name()).isEqualTo(creator);
        int equals = tag.indexOf('=');
        var tags = equals < 0 ? Map.of() : Map.of(tag.substring(0, equals), tag.substring(equals + 1));
        assertThat(explanation.resources())
                .allSatisfy(r -> assertThat(r.requestTags()).isEqualTo(tags));
    }

    @ParameterizedTest
    @CsvSource({
        "ec2.amazonaws.com.RunInstances.1, Client.InvalidParameterValue",
        "lambda.amazonaws.com.CreateFunction20150331.1, AccessDenied",
        "lambda.amazonaws.com.CreateFunction20150331.3, InvalidParameterValueException",
        "kms.amazonaws.com.CreateGrant.1, a grant has no tags",
    })
    void recordOfNoCreation_isIgnoredWithTheReason(String name, String reason) throws IOException {
        assertThat(Explanation.of(record(name), reader).ignored()).contains(reason);
    }

    private static JsonNode record(String name) throws IOException {
        assumeThat(DATA.resolve("cloudtrail")).as("real records at hand").isDirectory();
        return Json.read(Files.readString(DATA.resolve("cloudtrail").resolve(name + ".json")));
    }

    private static List<JsonNode> records() throws IOException {
        var all = new ArrayList<JsonNode>();
        for (var folder : List.of("cloudtrail", "identities")) {
            for (var file : files(folder)) {
                all.add(Json.read(Files.readString(file)));
            }
        }
        return all;
    }

    private static List<Path> files(String folder) throws IOException {
        assumeThat(DATA.resolve(folder)).as("real records at hand").isDirectory();
        try (var files = Files.list(DATA.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }
}
