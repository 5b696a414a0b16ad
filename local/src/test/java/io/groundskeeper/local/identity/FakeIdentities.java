package io.groundskeeper.local.identity;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Knows the keys that it was told of. */
public final class FakeIdentities implements Identities {
    private final Map<String, Identity> known = new HashMap<>();

    public FakeIdentities user(String key, String name) {
        String arn = "arn:aws:iam::123456789012:user/" + name;
        known.put(key, new Identity(key, "123456789012", arn, arn, Optional.of("secret"), Optional.empty()));
        return this;
    }

    public FakeIdentities role(String key, String path, String name) {
        known.put(
                key,
                new Identity(
                        key,
                        "123456789012",
                        "arn:aws:sts::123456789012:assumed-role/" + name + "/session",
                        "arn:aws:iam::123456789012:role" + path + name,
                        Optional.of("secret"),
                        Optional.empty()));
        return this;
    }

    @Override
    public Identity of(Scope scope) {
        String key = scope.accessKeyId();
        String arn = "arn:aws:iam::123456789012:user/moto";
        return known.getOrDefault(key, new Identity(key, "123456789012", arn, arn, Optional.empty(), Optional.empty()));
    }
}
