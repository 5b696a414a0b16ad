package io.groundskeeper.local.identity;

import io.groundskeeper.local.http.Request;
import io.groundskeeper.local.http.Response;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** The keys that STS and IAM gave out, as read from their answers on the way to the caller. Thread-safe. */
public final class IssuedKeys {

    /**
     * A key.
     *
     * @param secret what it signs with
     * @param sessionToken of a temporary key
     * @param roleArn of the role that was assumed for it
     */
    record Issued(String secret, Optional<String> sessionToken, Optional<String> roleArn) {}

    private static final Pattern ROLE = Pattern.compile("(?:^|&)RoleArn=([^&]*)");

    private final Map<String, Issued> byKey = new ConcurrentHashMap<>();

    Optional<Issued> find(String accessKeyId) {
        return Optional.ofNullable(byKey.get(accessKeyId));
    }

    /** Remembers the key that an answer holds, if it holds one. */
    void learn(Request request, Response response) {
        var answer = new String(response.body(), StandardCharsets.UTF_8);
        var key = element(answer, "AccessKeyId");
        var secret = element(answer, "SecretAccessKey");
        if (key.isPresent() && secret.isPresent()) {
            byKey.put(key.get(), new Issued(secret.get(), element(answer, "SessionToken"), role(request)));
        }
    }

    private static Optional<String> role(Request request) {
        var matcher = ROLE.matcher(new String(request.body(), StandardCharsets.UTF_8));
        return matcher.find()
                ? Optional.of(URLDecoder.decode(matcher.group(1), StandardCharsets.UTF_8))
                : Optional.empty();
    }

    private static Optional<String> element(String xml, String name) {
        var matcher = Pattern.compile("<" + name + ">([^<]*)</" + name + ">").matcher(xml);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
