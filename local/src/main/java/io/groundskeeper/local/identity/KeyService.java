package io.groundskeeper.local.identity;

import io.groundskeeper.local.http.LocalServer;
import io.groundskeeper.local.http.Request;
import io.groundskeeper.local.http.Response;
import io.groundskeeper.local.moto.MotoForward;
import java.net.URI;

/**
 * STS or IAM: all of it is moto's but the role of EC2 Spot and the paths of instance profiles, and the keys that it gives
 * out are remembered, since EKS must verify tokens.
 */
public final class KeyService implements AutoCloseable {

    private final MotoForward moto;
    private final IssuedKeys keys;
    private final LocalServer server;

    private KeyService(String name, MotoForward moto, IssuedKeys keys) {
        this.moto = moto;
        this.keys = keys;
        this.server = LocalServer.start(name, this::answer);
    }

    /** Starts it in front of moto. */
    public static KeyService start(String name, MotoForward moto, IssuedKeys keys) {
        return new KeyService(name, moto, keys);
    }

    /** Where it listens. */
    public URI uri() {
        return server.uri();
    }

    private Response answer(Request request) {
        var answer = ProfilePaths.fromMoto(request, moto.send(SpotRole.toMoto(request)));
        var response = SpotRole.fromMoto(request, answer);
        keys.learn(request, response);
        return response;
    }

    @Override
    public void close() {
        server.close();
    }
}
