package io.groundskeeper.local.ssm;

import io.groundskeeper.local.http.AwsException;
import io.groundskeeper.local.http.AwsProtocol;
import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.http.LocalServer;
import io.groundskeeper.local.http.Request;
import io.groundskeeper.local.http.Response;
import io.groundskeeper.local.identity.Scope;
import io.groundskeeper.local.moto.MotoClients;
import io.groundskeeper.local.moto.MotoForward;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Systems Manager: EKS's public image parameters, which moto lacks; all else is moto's. */
public final class SsmService implements AutoCloseable {
    private final PublicImages images;
    private final MotoForward moto;
    private final LocalServer server;

    private SsmService(PublicImages images, MotoForward moto) {
        this.images = images;
        this.moto = moto;
        this.server = LocalServer.start("SSM", this::answer);
    }

    /** Starts it in front of moto. */
    public static SsmService start(MotoClients clients, MotoForward moto, InstantSource clock) {
        return new SsmService(new PublicImages(clients, clock), moto);
    }

    private Response answer(Request request) {
        String action = request.header("X-Amz-Target").orElse("");
        if (action.equals("AmazonSSM.GetParameter") && asksForPublic(request)) {
            return AwsProtocol.JSON_1_1.answering(this::one).handle(request);
        }
        if (action.equals("AmazonSSM.GetParameters") && asksForPublic(request)) {
            return AwsProtocol.JSON_1_1.answering(this::several).handle(request);
        }
        return moto.send(request);
    }

    private static boolean asksForPublic(Request request) {
        var body = request.json();
        return PublicImages.isPublic(body.path("Name").asString(""))
                || names(body).stream().anyMatch(PublicImages::isPublic);
    }

    private static List<String> names(JsonNode body) {
        return body.path("Names").valueStream().map(name -> name.asString("")).toList();
    }

    private JsonNode one(Request request) {
        String name = Optional.ofNullable(Json.text(request.json(), "Name")).orElse("");
        return images.parameter(Scope.of(request), name)
                .map(parameter -> Json.object().set("Parameter", parameter))
                .orElseThrow(() -> new AwsException(
                        400, "ParameterNotFound", "Systems Manager could not find the parameter " + name));
    }

    private JsonNode several(Request request) {
        var caller = Scope.of(request);
        var body = request.json();
        var others = new ArrayList<String>();
        var answer = Json.object();
        var found = answer.putArray("Parameters");
        var invalid = answer.putArray("InvalidParameters");
        for (String name : names(body)) {
            if (PublicImages.isPublic(name)) {
                images.parameter(caller, name).ifPresentOrElse(found::add, () -> invalid.add(name));
            } else {
                others.add(name);
            }
        }
        if (!others.isEmpty()) {
            body.set("Names", Json.array(others));
            var rest = Json.parse(
                    moto.send(new Request(request.method(), request.uri(), request.headers(), Json.bytes(body)))
                            .body());
            rest.path("Parameters").forEach(found::add);
            rest.path("InvalidParameters").forEach(invalid::add);
        }
        return answer;
    }

    /**
     * Publishes a newer release of all images; older ones stay.
     *
     * @param release for example {@code v20261115}
     */
    public void publish(String release) {
        images.publish(release);
    }

    /** Where it listens. */
    public URI uri() {
        return server.uri();
    }

    @Override
    public void close() {
        server.close();
    }
}
