package io.groundskeeper.local.identity;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Makes tokens as their owners do, and bad ones. */
public final class Tokens {
    private final Map<String, String> query = new LinkedHashMap<>();
    private String origin = "https://sts.us-east-1.amazonaws.com";
    private String cluster = "dev";
    private String secret = "secret";

    /** A good token for the cluster dev, signed at this time by the key AKIADEV with the secret "secret". */
    public Tokens(Instant at) {
        var utc = at.atOffset(ZoneOffset.UTC);
        String date =
                DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).format(utc);
        query.put("Action", "GetCallerIdentity");
        query.put("Version", "2011-06-15");
        query.put("X-Amz-Algorithm", "AWS4-HMAC-SHA256");
        query.put("X-Amz-Credential", "AKIADEV/" + date.substring(0, 8) + "/us-east-1/sts/aws4_request");
        query.put("X-Amz-Date", date);
        query.put("X-Amz-Expires", "60");
        query.put("X-Amz-SignedHeaders", "host;x-k8s-aws-id");
    }

    public Tokens with(String parameter, String value) {
        query.put(parameter, value);
        return this;
    }

    public Tokens without(String parameter) {
        query.remove(parameter);
        return this;
    }

    public Tokens at(String otherOrigin) {
        origin = otherOrigin;
        return this;
    }

    public Tokens forCluster(String otherCluster) {
        cluster = otherCluster;
        return this;
    }

    public Tokens by(String accessKeyId, String itsSecret) {
        query.put("X-Amz-Credential", query.get("X-Amz-Credential").replaceFirst("^[^/]*", accessKeyId));
        secret = itsSecret;
        return this;
    }

    public String token() {
        var headers = new TreeMap<String, String>();
        headers.put("host", URI.create(origin).getRawAuthority());
        headers.put("x-k8s-aws-id", cluster);
        if (query.containsKey("X-Amz-Credential") && query.containsKey("X-Amz-Date")) {
            query.put("X-Amz-Signature", new QuerySignature(query).of(secret, headers));
        }
        return encode(origin + "/?" + encodedQuery());
    }

    public static String encode(String url) {
        return "k8s-aws-v1."
                + Base64.getUrlEncoder().withoutPadding().encodeToString(url.getBytes(StandardCharsets.UTF_8));
    }

    private String encodedQuery() {
        return query.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }
}
