package io.groundskeeper.local.identity;

import io.groundskeeper.local.moto.MotoClients;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.sts.StsClient;

/** Asks moto's STS whose key it is; secrets are those of keys that it gave out. Remembers: keys do not change hands. */
public final class MotoIdentities implements Identities {
    private final IssuedKeys keys;
    private final MotoClients clients;
    private final Map<String, String> knownSecrets;
    private final Map<String, Identity> remembered = new ConcurrentHashMap<>();

    /**
     * Identities of one moto.
     *
     * @param keys what STS and IAM gave out
     * @param knownSecrets secrets by key for keys that neither gave out
     */
    public MotoIdentities(IssuedKeys keys, MotoClients clients, Map<String, String> knownSecrets) {
        this.keys = keys;
        this.clients = clients;
        this.knownSecrets = Map.copyOf(knownSecrets);
    }

    @Override
    public Identity of(Scope scope) {
        return remembered.computeIfAbsent(scope.accessKeyId(), key -> ask(scope));
    }

    private Identity ask(Scope scope) {
        var caller = clients.of(StsClient.builder(), scope).getCallerIdentity();
        var key = keys.find(scope.accessKeyId());
        // moto's name for a key that it does not know is a user of the sts service.
        String principal = key.flatMap(IssuedKeys.Issued::roleArn)
                .orElseGet(() -> caller.arn().replace(":sts:", ":iam:"));
        var secret =
                Optional.ofNullable(knownSecrets.get(scope.accessKeyId())).or(() -> key.map(IssuedKeys.Issued::secret));
        var session = key.flatMap(IssuedKeys.Issued::sessionToken);
        return new Identity(scope.accessKeyId(), caller.account(), caller.arn(), principal, secret, session);
    }
}
