package io.groundskeeper.local.registry;

import io.groundskeeper.local.http.Json;
import io.groundskeeper.local.http.LocalServer;
import io.groundskeeper.local.http.Request;
import io.groundskeeper.local.http.Response;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/**
 * An OCI registry that serves charts to read, over HTTP, by the distribution API: manifests by tag and digest, blobs,
 * lists of tags.
 */
public final class ChartRegistry implements AutoCloseable {
    private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
    private static final String CONFIG = "application/vnd.cncf.helm.config.v1+json";
    private static final String CONTENT = "application/vnd.cncf.helm.chart.content.v1.tar+gzip";
    private static final String PLACE = "karpenter";

    private final Optional<Login> login;
    private final Map<String, Repository> repositories = new LinkedHashMap<>();
    private final LocalServer server;

    /** Who may read. */
    public record Login(String user, String password) {
        private String header() {
            var both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
            return "Basic " + Base64.getEncoder().encodeToString(both);
        }

        @Override
        public String toString() {
            return user;
        }
    }

    /** Something by digest, as it is answered. */
    private record Blob(String digest, Response answer) {
        static Blob of(String type, byte[] content) {
            String digest = ChartRegistry.digest(content);
            var headers = Map.of(
                    "Content-Type",
                    type,
                    "Content-Length",
                    String.valueOf(content.length),
                    "Docker-Content-Digest",
                    digest);
            return new Blob(digest, new Response(200, headers, content));
        }
    }

    /** What there is of one chart: digests by tag, blobs and manifests by digest. */
    private record Repository(Map<String, String> tags, Map<String, Blob> manifests, Map<String, Blob> blobs) {
        Repository() {
            this(new TreeMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
        }
    }

    private ChartRegistry(List<Chart> charts, Optional<Login> login) {
        this.login = login;
        charts.forEach(this::add);
        this.server = LocalServer.start("chart registry", this::answer);
    }

    /** Serves charts to whoever asks. */
    public static ChartRegistry start(List<Chart> charts) {
        return new ChartRegistry(charts, Optional.empty());
    }

    /** Serves charts to those who have a name and a password. */
    public static ChartRegistry start(List<Chart> charts, Login login) {
        return new ChartRegistry(charts, Optional.of(login));
    }

    /** Where the charts are, for KARPENTER_CHART. */
    public URI charts() {
        return URI.create("oci://" + server.uri().getAuthority() + "/" + PLACE);
    }

    private void add(Chart chart) {
        var repository = repositories.computeIfAbsent(PLACE + "/" + chart.name(), name -> new Repository());
        var manifest = Json.object().put("schemaVersion", 2).put("mediaType", MANIFEST);
        manifest.set("config", put(repository.blobs(), CONFIG, config(chart)));
        manifest.putArray("layers").add(put(repository.blobs(), CONTENT, chart.archive()));
        manifest.putObject("annotations")
                .put("org.opencontainers.image.title", chart.name())
                .put("org.opencontainers.image.version", chart.version());
        var described = put(repository.manifests(), MANIFEST, Json.bytes(manifest));
        repository.tags().put(chart.version(), Json.text(described, "digest"));
    }

    private static byte[] config(Chart chart) {
        return Json.bytes(Json.object()
                .put("apiVersion", "v2")
                .put("name", chart.name())
                .put("version", chart.version())
                .put("appVersion", chart.version())
                .put("type", "application"));
    }

    /** Keeps something and describes it. */
    private static ObjectNode put(Map<String, Blob> there, String type, byte[] content) {
        var blob = Blob.of(type, content);
        there.put(blob.digest(), blob);
        return Json.object().put("mediaType", type).put("digest", blob.digest()).put("size", content.length);
    }

    private static String digest(byte[] content) {
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    private Response answer(Request request) {
        var path = request.path();
        if (path.isEmpty() || !path.getFirst().equals("v2")) {
            return error(404, "NAME_UNKNOWN", "There is only /v2/ here");
        }
        if (login.isPresent() && !request.header("Authorization").equals(login.map(Login::header))) {
            return error(401, "UNAUTHORIZED", "authentication required")
                    .with("WWW-Authenticate", "Basic realm=\"charts\"");
        }
        if (!List.of("GET", "HEAD").contains(request.method())) {
            return error(405, "UNSUPPORTED", "This registry is read only");
        }
        return path.size() == 1 ? Response.json(200, Json.object()) : read(path);
    }

    private Response read(List<String> path) {
        String reference = path.getLast();
        String kind = path.get(path.size() - 2);
        String name = String.join("/", path.subList(1, Math.max(1, path.size() - 2)));
        var repository = repositories.get(name);
        if (repository == null) {
            return error(404, "NAME_UNKNOWN", "repository name not known to registry: " + name);
        }
        return switch (kind) {
            case "manifests" -> manifest(repository, reference);
            case "blobs" -> blob(repository.blobs().get(reference), reference, "BLOB_UNKNOWN");
            case "tags" -> tags(name, repository);
            default -> error(404, "UNSUPPORTED", "There are manifests, blobs and tags, no " + kind);
        };
    }

    private static Response manifest(Repository repository, String reference) {
        String digest = repository.tags().getOrDefault(reference, reference);
        return blob(repository.manifests().get(digest), digest, "MANIFEST_UNKNOWN");
    }

    private static Response blob(Blob blob, String digest, String unknown) {
        return blob == null ? error(404, unknown, "unknown to registry: " + digest) : blob.answer();
    }

    private static Response tags(String name, Repository repository) {
        var list = Json.object().put("name", name);
        list.set("tags", Json.array(repository.tags().keySet()));
        return Response.json(200, list);
    }

    private static Response error(int status, String code, String message) {
        var errors = Json.object();
        errors.putArray("errors").addObject().put("code", code).put("message", message);
        return Response.json(status, errors);
    }

    @Override
    public void close() {
        server.close();
    }
}
