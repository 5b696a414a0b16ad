package io.groundskeeper.local.identity;

import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.moto.MotoClients;
import io.groundskeeper.local.moto.MotoServer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import software.amazon.awssdk.services.sts.StsClient;
import tools.jackson.databind.JsonNode;

/** Asks moto's STS whose key it is, and moto's own records for its secret. Remembers: keys do not change hands. */
public final class MotoIdentities implements Identities {
    private final MotoServer moto;
    private final MotoClients clients;
    private final Map<String, String> knownSecrets;
    private final Map<String, Identity> remembered = new ConcurrentHashMap<>();

    /**
     * Identities of one moto.
     *
     * @param knownSecrets secrets by key for keys that moto did not give out
     */
    public MotoIdentities(MotoServer moto, MotoClients clients, Map<String, String> knownSecrets) {
        this.moto = moto;
        this.clients = clients;
        this.knownSecrets = Map.copyOf(knownSecrets);
    }

    @Override
    public Identity of(Scope scope) {
        return remembered.computeIfAbsent(scope.accessKeyId(), key -> ask(scope));
    }

    private Identity ask(Scope scope) {
        var caller = clients.of(StsClient.builder(), scope).getCallerIdentity();
        var key = record(scope.accessKeyId());
        var role = key.map(found -> Json.text(found, "role_arn"));
        // moto's name for a key that it does not know is a user of the sts service.
        String principal = role.orElseGet(() -> caller.arn().replace(":sts:", ":iam:"));
        var secret = Optional.ofNullable(knownSecrets.get(scope.accessKeyId()))
                .or(() -> key.map(found -> Json.text(found, "secret_access_key")));
        var session = key.map(found -> Json.text(found, "session_token"));
        return new Identity(scope.accessKeyId(), caller.account(), caller.arn(), principal, secret, session);
    }

    private Optional<JsonNode> record(String accessKeyId) {
        if (knownSecrets.containsKey(accessKeyId)) {
            return Optional.empty();
        }
        var data = moto.data();
        return Stream.of(data.path("sts").path("AssumedRole"), data.path("iam").path("AccessKey"))
                .flatMap(JsonNode::valueStream)
                .filter(key -> accessKeyId.equals(Json.text(key, "access_key_id")))
                .findFirst();
    }
}
