package io.groundskeeper.local.identity;

import io.groundskeeper.local.http.AwsException;
import io.groundskeeper.local.http.Request;
import java.util.regex.Pattern;

/**
 * What a signed request says about itself: whose key, in which region.
 *
 * @param accessKeyId the key that signed
 * @param region the region of the credential scope
 */
public record Scope(String accessKeyId, String region) {
    private static final Pattern CREDENTIAL =
            Pattern.compile("^AWS4-HMAC-SHA256 +Credential=([^/,]+)/\\d{8}/([a-z0-9-]+)/[^/,]+/aws4_request,.*");

    /**
     * The scope of a request, by its Authorization header.
     *
     * @throws AwsException MissingAuthenticationTokenException when there is none, IncompleteSignatureException when it
     *     is no SigV4 header
     */
    public static Scope of(Request request) {
        String header = request.header("Authorization")
                .orElseThrow(() ->
                        new AwsException(403, "MissingAuthenticationTokenException", "Missing Authentication Token"));
        var matcher = CREDENTIAL.matcher(header);
        if (!matcher.matches()) {
            throw new AwsException(
                    403, "IncompleteSignatureException", "The Authorization header is not a SigV4 signature");
        }
        return new Scope(matcher.group(1), matcher.group(2));
    }

    /** aws, aws-cn or aws-us-gov, by the region. */
    public String partition() {
        if (region.startsWith("cn-")) {
            return "aws-cn";
        }
        return region.startsWith("us-gov-") ? "aws-us-gov" : "aws";
    }

    /** The domain under which the partition's endpoints lie. */
    public String domain() {
        return partition().equals("aws-cn") ? "amazonaws.com.cn" : "amazonaws.com";
    }
}
