package io.groundskeeper.local.identity;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signature Version 4 of a GET of {@code /} without a body, signed in its query. Written from AWS's description of it
 * and not with the SDK, so that a fault in the functions' own signing cannot hide.
 */
final class QuerySignature {
    private static final String ALGORITHM = "AWS4-HMAC-SHA256";

    private final Map<String, String> query;

    QuerySignature(Map<String, String> query) {
        this.query = query;
    }

    /** The signature with a secret, over these headers (lower-case names). */
    String of(String secret, SortedMap<String, String> headers) {
        String[] credential = query.get("X-Amz-Credential").split("/", 2);
        String[] scope = credential[1].split("/", -1);
        String text = String.join(
                "\n", ALGORITHM, query.get("X-Amz-Date"), credential[1], hex(sha256(canonicalRequest(headers))));
        byte[] key = ("AWS4" + secret).getBytes(StandardCharsets.UTF_8);
        for (String part : scope) {
            key = hmac(key, part);
        }
        return hex(hmac(key, text));
    }

    private String canonicalRequest(SortedMap<String, String> headers) {
        var encoded = new TreeMap<String, String>();
        query.forEach((name, value) -> encoded.put(encode(name), encode(value)));
        encoded.remove("X-Amz-Signature");
        String parameters = encoded.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining("&"));
        String lines = headers.entrySet().stream()
                .map(entry -> entry.getKey() + ":" + entry.getValue() + "\n")
                .collect(Collectors.joining());
        return String.join("\n", "GET", "/", parameters, lines, String.join(";", headers.keySet()), hex(sha256("")));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JVM has SHA-256", e);
        }
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JVM has HmacSHA256", e);
        }
    }
}
