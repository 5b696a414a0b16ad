package io.groundskeeper.local.cloudcontrol;

import io.groundskeeper.local.http.AwsException;
import io.groundskeeper.local.http.AwsProtocol;
import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.http.LocalServer;
import io.groundskeeper.local.http.Request;
import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.inventory.Inventory;
import io.groundskeeper.local.inventory.Resource;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Cloud Control, as far as it reads: GetResource of the types that moto and the EKS stand-in hold. */
public final class CloudControlService implements AutoCloseable {
    private static final String GET = "CloudApiService.GetResource";
    private static final Map<String, String> SERVICES = Map.of(
            "AWS::EC2::Instance", "ec2",
            "AWS::EC2::Volume", "ec2",
            "AWS::EC2::VPC", "ec2",
            "AWS::EC2::SecurityGroup", "ec2",
            "AWS::S3::Bucket", "s3",
            "AWS::Lambda::Function", "lambda",
            "AWS::RDS::DBInstance", "rds",
            "AWS::SQS::Queue", "sqs",
            "AWS::EKS::Cluster", "eks");

    private final Inventory inventory;
    private final LocalServer server;

    private CloudControlService(Inventory inventory) {
        this.inventory = inventory;
        this.server = LocalServer.start("Cloud Control", AwsProtocol.JSON_1_0.answering(this::answer));
    }

    /** Starts it. */
    public static CloudControlService start(Inventory inventory) {
        return new CloudControlService(inventory);
    }

    private JsonNode answer(Request request) {
        var caller = Scope.of(request);
        String target = request.header("X-Amz-Target").orElse("");
        if (!target.equals(GET)) {
            throw new AwsException(
                    400,
                    "UnsupportedActionException",
                    "The Cloud Control stand-in only has GetResource, not " + target);
        }
        String type = required(request, "TypeName");
        String identifier = required(request, "Identifier");
        var answer = Json.object().put("TypeName", type);
        answer.putObject("ResourceDescription")
                .put("Identifier", identifier)
                .put("Properties", properties(find(caller, type, identifier)));
        return answer;
    }

    private Resource find(Scope caller, String type, String identifier) {
        String service = Optional.ofNullable(SERVICES.get(type))
                .orElseThrow(() ->
                        new AwsException(404, "TypeNotFoundException", "The type '" + type + "' cannot be found."));
        return inventory.list(caller, service).stream()
                .filter(resource ->
                        resource.type().equals(type) && resource.identifier().equals(identifier))
                .findFirst()
                .orElseThrow(() -> new AwsException(
                        404,
                        "ResourceNotFoundException",
                        "Resource of type '" + type + "' with identifier '" + identifier + "' was not found."));
    }

    private static String properties(Resource resource) {
        var properties = Json.object().put(resource.identifierField(), resource.identifier());
        if (!resource.tags().isEmpty()) {
            var tags = properties.putArray("Tags");
            new TreeMap<>(resource.tags())
                    .forEach((key, value) -> tags.addObject().put("Key", key).put("Value", value));
        }
        return new String(Json.bytes(properties), StandardCharsets.UTF_8);
    }

    private static String required(Request request, String field) {
        return Optional.ofNullable(Json.text(request.json(), field))
                .orElseThrow(() -> new AwsException(400, "ValidationException", field + " is required"));
    }

    /** Where it listens. */
    public URI uri() {
        return server.uri();
    }

    @Override
    public void close() {
        server.close();
    }
}
