package io.groundskeeper.tags;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.lambda.Input;
import io.groundskeeper.tags.catalogue.Catalogue;
import io.groundskeeper.tags.creation.CreationReader;
import io.groundskeeper.tags.creation.Explanation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The samples in events/ stay readable. */
class SamplesTest {

    private static final Path EVENTS =
            Path.of(System.getProperty("groundskeeper.root", ".")).resolve("events");

    private final CreationReader reader = new CreationReader(Catalogue.load());

    @ParameterizedTest
    @CsvSource({
        "ec2-run-instances-untagged, 2, ann.example@example.com",
        "ec2-run-instances-tagged, 1, dana",
        "ec2-create-volume, 1, bob",
        "ec2-create-vpc, 1, InfraDeploy/ci-4711",
        "ec2-create-security-group, 1, erin",
        "s3-create-bucket, 1, root",
        "lambda-create-function, 1, DataPipelines/frank",
        "rds-create-db-instance, 1, grace",
        "create-failed, 0, bob",
        "request-parameters-null, 0, bob",
    })
    void event_isReadAsMeant(String name, int resources, String creator) throws IOException {
        var explanation = Explanation.of(sample(name), reader);
        assertThat(explanation.resources()).hasSize(resources);
        assertThat(explanation.createdBy().name()).isEqualTo(creator);
    }

    @Test
    void command_isReadAsMeant() throws IOException {
        var explanation = Explanation.of(sample("tag-explain").path("explain"), reader);
        assertThat(explanation.resources()).hasSize(1);
    }

    @Test
    void batch_hasNineGoodBodiesAndOneBad() throws IOException {
        var text = Files.readString(EVENTS.resolve("sqs-batch-one-bad-body.json"));
        var batch = (Input.SqsBatch) Input.read(text, "");
        assertThat(batch.messages()).hasSize(10);
        assertThat(batch.messages().stream().filter(message -> message.body().endsWith("}")))
                .hasSize(9)
                .allSatisfy(message -> assertThat(Explanation.of(Json.read(message.body()), reader)
                                .resources())
                        .hasSize(1));
    }

    private static JsonNode sample(String name) throws IOException {
        return Json.read(Files.readString(EVENTS.resolve(name + ".json")));
    }
}
