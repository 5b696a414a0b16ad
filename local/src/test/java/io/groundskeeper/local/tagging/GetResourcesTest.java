package io.groundskeeper.local.tagging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.local.http.AwsException;
import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.inventory.Resource;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class GetResourcesTest {
    private static final String PREFIX = "arn:aws:ec2:us-east-1:123456789012:";
    private static final List<Resource> ALL = List.of(
            new Resource(PREFIX + "instance/i-1", "", "", "", Map.of("Team", "a")),
            new Resource(PREFIX + "instance/i-2", "", "", "", Map.of("Team", "b")),
            new Resource(PREFIX + "volume/vol-1", "", "", "", Map.of()));

    @Test
    void withoutFilters_allComeInPages() {
        var first = ask("{\"ResourcesPerPage\":2}");
        assertThat(first.path("ResourceTagMappingList")).hasSize(2);
        String token = first.path("PaginationToken").asString("");
        var second = ask("{\"ResourcesPerPage\":2,\"PaginationToken\":\"" + token + "\"}");
        assertThat(second.path("ResourceTagMappingList")).hasSize(1);
        assertThat(second.path("PaginationToken").asString("?")).isEmpty();
    }

    @Test
    void filters_narrow() {
        assertThat(arns("{\"ResourceTypeFilters\":[\"ec2:volume\"]}")).containsExactly(PREFIX + "volume/vol-1");
        assertThat(arns("{\"TagFilters\":[{\"Key\":\"Team\",\"Values\":[\"b\"]}]}"))
                .containsExactly(PREFIX + "instance/i-2");
        assertThat(arns("{\"TagFilters\":[{\"Key\":\"Team\"}]}")).hasSize(2);
        assertThat(arns("{\"ResourceARNList\":[\"" + PREFIX + "instance/i-1\"]}"))
                .containsExactly(PREFIX + "instance/i-1");
    }

    @Test
    void arnListWithFiltersOrPages_isRefused() {
        String list = "{\"ResourceARNList\":[\"" + PREFIX + "instance/i-1\"],";
        refused(list + "\"ResourcesPerPage\":5}");
        refused(list + "\"TagFilters\":[{\"Key\":\"Team\"}]}");
        refused("{\"ResourceARNList\":[\"i-1\"]}");
        refused("{\"ResourcesPerPage\":101}");
    }

    private static void refused(String question) {
        assertThatThrownBy(() -> ask(question))
                .isInstanceOfSatisfying(
                        AwsException.class, e -> assertThat(e.code()).isEqualTo("InvalidParameterException"));
    }

    private static List<String> arns(String question) {
        return ask(question)
                .path("ResourceTagMappingList")
                .valueStream()
                .map(mapping -> Json.text(mapping, "ResourceARN"))
                .toList();
    }

    private static JsonNode ask(String question) {
        var body = (ObjectNode) Json.parse(question.getBytes(StandardCharsets.UTF_8));
        return GetResources.of(body).answer(ALL);
    }
}
