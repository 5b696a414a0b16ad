package io.groundskeeper.local.identity;

import io.groundskeeper.local.http.Request;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What a token must look like before its signature is worth a look: the checks of aws-iam-authenticator. */
final class TokenRules {
    static final String CLUSTER_HEADER = "x-k8s-aws-id";

    private static final String PREFIX = "k8s-aws-v1.";
    private static final int LONGEST = 4096;
    private static final Duration LIFE = Duration.ofMinutes(15);
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);
    private static final Pattern STS =
            Pattern.compile("^sts(-fips)?(\\.[a-z0-9-]+)?\\.(amazonaws\\.com(\\.cn)?|api\\.aws)$");
    private static final Pattern CREDENTIAL = Pattern.compile("^[^/]+/\\d{8}/[a-z0-9-]+/sts/aws4_request$");
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT);
    private static final Set<String> NEEDED = Set.of(
            "Action",
            "Version",
            "X-Amz-Algorithm",
            "X-Amz-Credential",
            "X-Amz-Date",
            "X-Amz-Expires",
            "X-Amz-Signature",
            "X-Amz-SignedHeaders");
    private static final Set<String> ALLOWED = Set.of("X-Amz-Security-Token", "X-Amz-User-Agent");

    private final URI sts;
    private final InstantSource clock;

    TokenRules(URI sts, InstantSource clock) {
        this.sts = sts;
        this.clock = clock;
    }

    /** The call inside a token. */
    PresignedCall check(String token) {
        var uri = uri(token);
        checkHost(uri);
        var call = new PresignedCall(uri, parameters(uri));
        require(
                "GetCallerIdentity".equals(call.query().get("Action")),
                "unexpected action parameter in pre-signed URL");
        require(CREDENTIAL.matcher(call.query().get("X-Amz-Credential")).matches(), "unexpected X-Amz-Credential");
        checkSignedHeaders(call.query().get("X-Amz-SignedHeaders"));
        checkExpiry(call.query().get("X-Amz-Expires"));
        checkDate(call.query().get("X-Amz-Date"));
        return call;
    }

    private static URI uri(String token) {
        require(token.length() <= LONGEST, "token is too large");
        require(token.startsWith(PREFIX), "token is missing expected \"" + PREFIX + "\" prefix");
        require(!token.endsWith("="), "token is padded");
        try {
            byte[] decoded = Base64.getUrlDecoder().decode(token.substring(PREFIX.length()));
            return new URI(new String(decoded, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw new TokenException("token is not base64url: " + e.getMessage());
        } catch (URISyntaxException e) {
            throw new TokenException("token holds no URL: " + e.getMessage());
        }
    }

    private void checkHost(URI uri) {
        boolean ours =
                sts.getScheme().equals(uri.getScheme()) && sts.getAuthority().equals(uri.getRawAuthority());
        boolean aws = "https".equals(uri.getScheme())
                && uri.getRawAuthority() != null
                && STS.matcher(uri.getRawAuthority()).matches();
        require(ours || aws, "unexpected hostname in pre-signed URL: " + uri.getScheme() + "://" + uri.getAuthority());
        require("/".equals(uri.getRawPath()), "unexpected path in pre-signed URL");
    }

    private static Map<String, String> parameters(URI uri) {
        var parameters = new LinkedHashMap<String, String>();
        Request.query(uri).forEach((name, values) -> {
            require(values.size() == 1, "query parameter with multiple values not supported: " + name);
            require(NEEDED.contains(name) || ALLOWED.contains(name), "non-whitelisted query parameter " + name);
            parameters.put(name, values.getFirst());
        });
        NEEDED.forEach(name -> require(parameters.containsKey(name), name + " is missing in pre-signed URL"));
        return parameters;
    }

    private static void checkSignedHeaders(String signedHeaders) {
        var names = Set.copyOf(Arrays.asList(signedHeaders.split(";", -1)));
        require(names.contains(CLUSTER_HEADER), "client did not sign the x-k8s-aws-id header in the pre-signed URL");
        require(names.equals(Set.of("host", CLUSTER_HEADER)), "unexpected signed headers " + signedHeaders);
    }

    private static void checkExpiry(String seconds) {
        boolean good = seconds.matches("\\d{1,4}") && Integer.parseInt(seconds) <= LIFE.toSeconds();
        require(good, "invalid X-Amz-Expires parameter in pre-signed URL: " + seconds);
    }

    private void checkDate(String text) {
        try {
            Instant signed = LocalDateTime.parse(text, DATE).toInstant(ZoneOffset.UTC);
            Instant now = clock.instant();
            require(!now.isAfter(signed.plus(LIFE)), "X-Amz-Date parameter is expired (15 minutes): " + text);
            require(!signed.isAfter(now.plus(CLOCK_SKEW)), "X-Amz-Date parameter is in the future: " + text);
        } catch (DateTimeParseException e) {
            throw new TokenException("error parsing X-Amz-Date parameter " + text);
        }
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new TokenException(message);
        }
    }
}
