package io.groundskeeper.core.aws;

import io.groundskeeper.core.interruption.Key;
import io.groundskeeper.core.interruption.Keys;
import io.groundskeeper.core.json.Json;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.kms.model.KeyManagerType;
import software.amazon.awssdk.services.kms.model.KeyMetadata;
import software.amazon.awssdk.services.kms.model.KeyState;

/**
 * Keys by the KMS API.
 *
 * @param client of the function's Region
 */
public record KmsKeys(Supplier<KmsClient> client) implements Keys {

    private static final Set<String> ABSENT = Set.of("NotFoundException");
    // A key has one policy, and KMS gives it this name.
    private static final String POLICY = "default";

    public KmsKeys(KmsClient client) {
        this(() -> client);
    }

    @Override
    public Key find(String id) {
        // GetKeyPolicy takes no alias.
        return AwsCalls.find(
                        "kms:DescribeKey",
                        ABSENT,
                        () -> kms().describeKey(r -> r.keyId(id)).keyMetadata())
                .map(this::present)
                .orElseGet(Key.Absent::new);
    }

    private Key present(KeyMetadata key) {
        var policy = AwsCalls.call(
                "kms:GetKeyPolicy",
                () -> kms().getKeyPolicy(r -> r.keyId(key.arn()).policyName(POLICY))
                        .policy());
        return new Key.Present(
                key.arn(),
                key.keyManager() == KeyManagerType.AWS,
                key.keyState() == KeyState.ENABLED,
                Json.read(policy));
    }

    private KmsClient kms() {
        return client.get();
    }
}
