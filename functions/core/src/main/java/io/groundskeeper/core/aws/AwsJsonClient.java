package io.groundskeeper.core.aws;

import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.json.MalformedJsonException;
import io.groundskeeper.core.setting.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.utils.IoUtils;
import tools.jackson.databind.JsonNode;

/**
 * Calls a service of the AWS JSON protocol for which no SDK module is at hand (docs/adr/0004), with the SDK's own
 * signer, HTTP client and credentials. Throttling and server errors are tried again, at most four times in all, after
 * 0.1 s doubling with jitter. Safe for use by several threads.
 */
public final class AwsJsonClient {

    private static final int ATTEMPTS = 4;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Set<String> THROTTLING = Set.of(
            "ThrottlingException",
            "ThrottledException",
            "Throttling",
            "TooManyRequestsException",
            "RequestLimitExceeded",
            "SlowDown");

    /**
     * A service.
     *
     * @param endpointPrefix its host's first part
     * @param signingName its name in signatures
     * @param target what precedes the operation in X-Amz-Target
     * @param jsonVersion 1.0 or 1.1
     * @param environmentName what follows AWS_ENDPOINT_URL_
     */
    public record Service(
            String endpointPrefix, String signingName, String target, String jsonVersion, String environmentName) {

        /** The Resource Groups Tagging API. */
        public static final Service TAGGING = new Service(
                "tagging", "tagging", "ResourceGroupsTaggingAPI_20170126", "1.1", "RESOURCE_GROUPS_TAGGING_API");

        /** The Cloud Control API. */
        public static final Service CLOUD_CONTROL =
                new Service("cloudcontrolapi", "cloudcontrolapi", "CloudApiService", "1.0", "CLOUDCONTROL");

        /** CloudWatch. */
        public static final Service CLOUD_WATCH =
                new Service("monitoring", "monitoring", "GraniteServiceVersion20100801", "1.0", "CLOUDWATCH");

        /** Organizations, which is in one region of each partition. */
        public static final Service ORGANIZATIONS =
                new Service("organizations", "organizations", "AWSOrganizationsV20161128", "1.1", "ORGANIZATIONS");

        /** Systems Manager. */
        public static final Service SYSTEMS_MANAGER = new Service("ssm", "ssm", "AmazonSSM", "1.1", "SSM");

        /** The Elastic Container Registry. */
        public static final Service ECR =
                new Service("api.ecr", "ecr", "AmazonEC2ContainerRegistry_V20150921", "1.1", "ECR");
    }

    private final AwsClients clients;
    private final Service service;
    private final Optional<URI> endpoint;
    private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();

    /** @param settings with AWS_ENDPOINT_URL_&lt;SERVICE&gt; or AWS_ENDPOINT_URL where it is not AWS's own */
    public AwsJsonClient(AwsClients clients, Settings settings, Service service) {
        this.clients = clients;
        this.service = service;
        this.endpoint = settings.find("AWS_ENDPOINT_URL_" + service.environmentName())
                .or(() -> settings.find("AWS_ENDPOINT_URL"))
                .map(URI::create);
    }

    /**
     * Calls an operation.
     *
     * @throws AwsJsonException if the service refuses
     * @throws UncheckedIOException if it cannot be reached
     */
    public JsonNode call(String operation, JsonNode input, Region region) {
        long end = System.nanoTime() + clients.patience().call().toNanos();
        for (int attempt = 1; ; attempt++) {
            boolean last = attempt == ATTEMPTS || System.nanoTime() - end > 0;
            try {
                return attempt(operation, input, region);
            } catch (AwsJsonException e) {
                if (last || !THROTTLING.contains(e.code())) {
                    throw e;
                }
            } catch (UncheckedIOException e) {
                if (last) {
                    throw e;
                }
            }
            pause(attempt);
        }
    }

    private JsonNode attempt(String operation, JsonNode input, Region region) {
        var payload = ContentStreamProvider.fromUtf8String(Json.write(input));
        var signed = signer.sign(r -> r.identity(clients.credentials().resolveCredentials())
                .request(request(operation, region))
                .payload(payload)
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, service.signingName())
                .putProperty(AwsV4HttpSigner.REGION_NAME, region.id()));
        try {
            var response = clients.http()
                    .prepareRequest(HttpExecuteRequest.builder()
                            .request(signed.request())
                            .contentStreamProvider(payload)
                            .build())
                    .call();
            return read(operation, response);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "%s: %s cannot be reached at %s (%s)"
                            .formatted(operation, service.endpointPrefix(), url(region), e.getMessage()),
                    e);
        }
    }

    private SdkHttpRequest request(String operation, Region region) {
        return SdkHttpRequest.builder()
                .method(SdkHttpMethod.POST)
                .uri(url(region))
                .putHeader("Content-Type", "application/x-amz-json-" + service.jsonVersion())
                .putHeader("X-Amz-Target", service.target() + "." + operation)
                .build();
    }

    private URI url(Region region) {
        return endpoint.orElseGet(() -> URI.create("https://%s.%s.%s/"
                .formatted(
                        service.endpointPrefix(),
                        region.id(),
                        PartitionMetadata.of(region).dnsSuffix())));
    }

    private static JsonNode read(String operation, HttpExecuteResponse response) throws IOException {
        var body = response.responseBody().isPresent()
                ? new String(IoUtils.toByteArray(response.responseBody().get()), StandardCharsets.UTF_8)
                : "";
        int status = response.httpResponse().statusCode();
        if (status / 100 == 2) {
            return body.isEmpty() ? Json.object() : success(body);
        }
        if (status >= 500) {
            throw new IOException("HTTP " + status);
        }
        throw error(operation, status, body);
    }

    private static JsonNode success(String body) throws IOException {
        try {
            return Json.read(body);
        } catch (MalformedJsonException e) {
            throw new IOException("the answer is not JSON: not the service itself, perhaps a proxy", e);
        }
    }

    private static AwsJsonException error(String operation, int status, String body) {
        var json = jsonOrNothing(body);
        var type = json.path("__type").asString(status == 429 ? "ThrottlingException" : "UnknownError");
        var message = json.path("message").asString(json.path("Message").asString(""));
        return new AwsJsonException(operation, status, type.substring(type.lastIndexOf('#') + 1), message);
    }

    private static JsonNode jsonOrNothing(String body) {
        try {
            return Json.read(body);
        } catch (MalformedJsonException e) {
            // A proxy may answer with a page: the status is all that is known then.
            return Json.object();
        }
    }

    private static void pause(int attempt) {
        long most = FIRST_PAUSE.toMillis() << (attempt - 1);
        LockSupport.parkNanos(
                TimeUnit.MILLISECONDS.toNanos(ThreadLocalRandom.current().nextLong(most / 2, most + 1)));
    }
}
