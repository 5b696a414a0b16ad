package io.groundskeeper.core.kubernetes;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner.AuthLocation;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;

/**
 * Makes the bearer token that an EKS cluster's API server takes: a presigned STS GetCallerIdentity request that names
 * the cluster in a signed header. The form is aws-iam-authenticator's, and the bytes are botocore's for the same
 * credentials and time. Signing needs no call.
 */
final class EksToken {

    private static final String PREFIX = "k8s-aws-v1.";
    private static final Duration EXPIRY_OF_URL = Duration.ofMinutes(1);

    private static final List<String> ORDER = List.of(
            "Action",
            "Version",
            "X-Amz-Algorithm",
            "X-Amz-Credential",
            "X-Amz-Date",
            "X-Amz-Expires",
            "X-Amz-SignedHeaders",
            "X-Amz-Security-Token",
            "X-Amz-Signature");

    private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();
    private final Clock clock;

    EksToken(Clock clock) {
        this.clock = clock;
    }

    String of(String clusterName, AwsCredentialsIdentity credentials, Region region) {
        var host = "https://sts.%s.%s/"
                .formatted(region.id(), PartitionMetadata.of(region).dnsSuffix());
        var request = SdkHttpRequest.builder()
                .method(SdkHttpMethod.GET)
                .uri(host)
                .putRawQueryParameter("Action", "GetCallerIdentity")
                .putRawQueryParameter("Version", "2011-06-15")
                .putHeader("x-k8s-aws-id", clusterName)
                .build();
        var signed = signer.sign(r -> r.identity(credentials)
                .request(request)
                .putProperty(AwsV4HttpSigner.AUTH_LOCATION, AuthLocation.QUERY_STRING)
                .putProperty(AwsV4HttpSigner.EXPIRATION_DURATION, EXPIRY_OF_URL)
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "sts")
                .putProperty(AwsV4HttpSigner.REGION_NAME, region.id())
                .putProperty(HttpSigner.SIGNING_CLOCK, clock));
        var url = host + "?" + inBotocoresOrder(signed.request().getUri().getRawQuery());
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(url.getBytes(StandardCharsets.UTF_8));
    }

    /** The signature holds in any order; the same order gives the same token, which can be compared. */
    private static String inBotocoresOrder(String query) {
        return Arrays.stream(query.split("&", -1))
                .sorted(Comparator.comparingInt(part -> ORDER.indexOf(part.substring(0, part.indexOf('=')))))
                .collect(Collectors.joining("&"));
    }
}
