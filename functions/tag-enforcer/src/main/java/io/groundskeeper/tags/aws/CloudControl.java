package io.groundskeeper.tags.aws;

import io.groundskeeper.core.aws.AwsJsonClient;
import io.groundskeeper.core.aws.AwsJsonException;
import io.groundskeeper.core.aws.TagList;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.tags.creation.CreatedResource;
import io.groundskeeper.tags.live.Sighting;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.regions.Region;
import tools.jackson.databind.JsonNode;

/** Cloud Control's GetResource, by type and identifier. */
public final class CloudControl {

    private final AwsJsonClient cloudControl;

    /** @param cloudControl a client of {@link AwsJsonClient.Service#CLOUD_CONTROL} */
    public CloudControl(AwsJsonClient cloudControl) {
        this.cloudControl = cloudControl;
    }

    /**
     * What it says of a resource.
     *
     * @param otherwise its tags as far as they are known, for types whose tags it does not show
     */
    Sighting find(CreatedResource resource, Region region, Map<String, String> otherwise) {
        if (resource.cloudControlId().isEmpty()) {
            return unverified(resource);
        }
        var input = Json.object()
                .put("TypeName", resource.type())
                .put("Identifier", resource.cloudControlId().get());
        try {
            return read(cloudControl.call("GetResource", input, region), resource.type(), otherwise);
        } catch (AwsJsonException e) {
            return switch (e.code()) {
                case "ResourceNotFoundException" -> new Sighting.Absent();
                case "UnsupportedActionException",
                        "TypeNotFoundException",
                        "PrivateTypeException",
                        "InvalidRequestException" -> unverified(resource);
                default -> unreadable(e, resource, region);
            };
        } catch (RuntimeException e) {
            return unreadable(e, resource, region);
        }
    }

    private static Sighting read(JsonNode answer, String type, Map<String, String> otherwise) {
        // The properties are JSON in a text. One without tags is that of an untagged resource, if nobody says
        // otherwise.
        var properties =
                Json.read(answer.path("ResourceDescription").path("Properties").asString("{}"));
        return new Sighting.Present(Stream.of("Tags", type.substring(type.lastIndexOf(':') + 1) + "Tags")
                .filter(properties::hasNonNull)
                .findFirst()
                .map(name -> TagList.read(properties.path(name)))
                .orElse(otherwise));
    }

    private static Sighting unverified(CreatedResource resource) {
        return new Sighting.Unverified(
                Map.of(), "existence not verified: Cloud Control cannot read %s".formatted(resource.type()));
    }

    private static Sighting unreadable(RuntimeException e, CreatedResource resource, Region region) {
        var permission = "cloudformation:GetResource and the permissions to read %s".formatted(resource.type());
        return new Sighting.Unreadable(Refusal.describe(e, permission, region), e);
    }
}
