package io.groundskeeper.local.tagging;

import io.groundskeeper.local.http.AwsException;
import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.inventory.Arn;
import io.groundskeeper.local.inventory.Inventory;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** TagResources and UntagResources: up to 20 ARNs, each of which may fail by itself. */
final class TagChanges {
    private static final int MOST_ARNS = 20;

    private final Inventory inventory;
    private final TaggedResources resources;

    TagChanges(Inventory inventory, TaggedResources resources) {
        this.inventory = inventory;
        this.resources = resources;
    }

    JsonNode tag(Scope caller, ObjectNode body) {
        var tags = body.path("Tags").properties().stream()
                .collect(Collectors.toMap(
                        entry -> entry.getKey(), entry -> entry.getValue().asString("")));
        if (tags.isEmpty() || tags.size() > 50) {
            throw TaggingService.invalid("Tags must have 1 to 50 entries");
        }
        if (tags.keySet().stream().anyMatch(key -> key.startsWith("aws:"))) {
            throw TaggingService.invalid("Tag keys must not start with aws:");
        }
        return each(caller, body, arn -> inventory.tag(caller, arn, tags));
    }

    JsonNode untag(Scope caller, ObjectNode body) {
        var keys = texts(body.path("TagKeys"));
        if (keys.isEmpty() || keys.size() > 50) {
            throw TaggingService.invalid("TagKeys must have 1 to 50 entries");
        }
        return each(caller, body, arn -> inventory.untag(caller, arn, keys));
    }

    private JsonNode each(Scope caller, ObjectNode body, Consumer<Arn> change) {
        var arns = texts(body.path("ResourceARNList"));
        if (arns.isEmpty() || arns.size() > MOST_ARNS) {
            throw TaggingService.invalid("ResourceARNList must have 1 to " + MOST_ARNS + " entries");
        }
        var failed = Json.object();
        for (String text : arns) {
            var arn = Arn.parse(text).orElseThrow(() -> TaggingService.invalid(text + " is not a valid ARN"));
            if (resources.find(caller, arn.service(), text).isEmpty()) {
                failed.set(text, TaggingService.failure("InvalidParameterException", 400, "No such resource: " + text));
            } else {
                attempt(arn, change, failed);
            }
        }
        var answer = Json.object();
        return answer.set("FailedResourcesMap", failed);
    }

    private static void attempt(Arn arn, Consumer<Arn> change, ObjectNode failed) {
        try {
            change.accept(arn);
        } catch (AwsServiceException e) {
            failed.set(arn.text(), TaggingService.failure("InternalServiceException", 500, e.getMessage()));
        } catch (AwsException e) {
            failed.set(arn.text(), TaggingService.failure("InvalidParameterException", e.status(), e.getMessage()));
        }
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(value -> value.asString("")).toList();
    }
}
