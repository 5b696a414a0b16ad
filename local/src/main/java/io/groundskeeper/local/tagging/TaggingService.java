package io.groundskeeper.local.tagging;

import io.groundskeeper.local.http.AwsException;
import io.groundskeeper.local.http.AwsProtocol;
import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.http.LocalServer;
import io.groundskeeper.local.http.Request;
import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.inventory.Inventory;
import io.groundskeeper.local.organizations.Organization;
import java.net.URI;
import tools.jackson.databind.JsonNode;

/** The Resource Groups Tagging API: sees what has or had tags, and tags what exists. */
public final class TaggingService implements AutoCloseable {
    private static final String TARGET = "ResourceGroupsTaggingAPI_20170126.";

    private final TaggedResources resources;
    private final TagChanges changes;
    private final Organization organization;
    private final LocalServer server;

    private TaggingService(Inventory inventory, Organization organization) {
        this.resources = new TaggedResources(inventory);
        this.changes = new TagChanges(inventory, resources);
        this.organization = organization;
        this.server = LocalServer.start("tagging", AwsProtocol.JSON_1_1.answering(this::answer));
    }

    /** @param organization whose tag policy says what is required */
    public static TaggingService start(Inventory inventory, Organization organization) {
        return new TaggingService(inventory, organization);
    }

    private JsonNode answer(Request request) {
        var caller = Scope.of(request);
        String target = request.header("X-Amz-Target").orElse("");
        String action = target.startsWith(TARGET) ? target.substring(TARGET.length()) : "";
        var body = request.json();
        return switch (action) {
            case "GetResources" -> GetResources.of(body).answer(resources.all(caller, GetResources.services(body)));
            case "TagResources" -> changes.tag(caller, body);
            case "UntagResources" -> changes.untag(caller, body);
            case "ListRequiredTags" -> ListRequiredTags.answer(body, organization.effectiveTagPolicy(request));
            default ->
                throw new AwsException(
                        400, "UnknownOperationException", "The tagging stand-in has no action " + target);
        };
    }

    /** Where it listens. */
    public URI uri() {
        return server.uri();
    }

    @Override
    public void close() {
        server.close();
    }

    static AwsException invalid(String message) {
        return new AwsException(400, "InvalidParameterException", message);
    }

    static JsonNode failure(String code, int status, String message) {
        return Json.object().put("StatusCode", status).put("ErrorCode", code).put("ErrorMessage", message);
    }
}
