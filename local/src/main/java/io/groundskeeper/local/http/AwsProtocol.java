package io.groundskeeper.local.http;

import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** How a service writes its answers and errors. */
public enum AwsProtocol {
    /** Plain JSON; the error's code in a header. */
    REST_JSON("application/json"),
    /** The error's code in the body. */
    JSON_1_0("application/x-amz-json-1.0"),
    /** As 1.0, with another content type. */
    JSON_1_1("application/x-amz-json-1.1");

    private final String contentType;

    AwsProtocol(String contentType) {
        this.contentType = contentType;
    }

    /** The answer of an endpoint in this protocol; an AwsException of it becomes an error answer. */
    public Endpoint answering(JsonEndpoint endpoint) {
        return request -> {
            try {
                return write(200, endpoint.handle(request));
            } catch (AwsException e) {
                var error = Json.object();
                if (this != REST_JSON) {
                    error.put("__type", e.code());
                }
                error.put("message", e.getMessage());
                return write(e.status(), error).with("x-amzn-ErrorType", e.code());
            }
        };
    }

    private Response write(int status, JsonNode body) {
        return Response.json(status, body)
                .with("Content-Type", contentType)
                .with("x-amzn-RequestId", UUID.randomUUID().toString());
    }

    /** What answers a request with a JSON document or an {@link AwsException}. */
    @FunctionalInterface
    public interface JsonEndpoint {
        /** The document that is the answer. */
        JsonNode handle(Request request);
    }
}
