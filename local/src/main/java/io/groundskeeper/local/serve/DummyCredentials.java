package io.groundskeeper.local.serve;

import io.groundskeeper.local.identity.Scope;
import java.util.LinkedHashMap;
import java.util.Map;

/** The credentials of whoever uses the stand-ins: worthless anywhere else. */
final class DummyCredentials {
    private static final String ACCESS_KEY_ID = "AKIAGROUNDSKEEPERLOC";
    private static final String SECRET = "groundskeeper/local/not/a/secret/0000000";

    private DummyCredentials() {}

    static Map<String, String> environment() {
        var environment = new LinkedHashMap<String, String>();
        environment.put("AWS_ACCESS_KEY_ID", ACCESS_KEY_ID);
        environment.put("AWS_SECRET_ACCESS_KEY", SECRET);
        // Covers the token of a real session in the shell that takes this environment over.
        environment.put("AWS_SESSION_TOKEN", "groundskeeper-local");
        return environment;
    }

    static Map<String, String> secrets() {
        return Map.of(ACCESS_KEY_ID, SECRET);
    }

    static Scope scope(String region) {
        return new Scope(ACCESS_KEY_ID, region);
    }
}
