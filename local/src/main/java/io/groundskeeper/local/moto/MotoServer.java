package io.groundskeeper.local.moto;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A moto_server of our own, on a free port, that does not outlive this JVM. Thread-safe. */
public final class MotoServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** Ends moto when its standard input closes, which it does however the JVM ends. */
    private static final String UNTIL_INPUT_CLOSES =
            "exec 3<&0; (cat <&3 >/dev/null; kill $$ 2>/dev/null) & exec \"$@\" 3<&- </dev/null";

    private final Process process;
    private final Path log;
    private final URI uri;
    private final Thread atExit = new Thread(this::end, "end-moto");
    private final HttpClient http = HttpClient.newHttpClient();

    private MotoServer(Process process, Path log, URI uri) {
        this.process = process;
        this.log = log;
        this.uri = uri;
    }

    /**
     * Starts moto and waits until it answers.
     *
     * @param root the project's root, under which moto is installed when it is not on PATH
     * @throws MotoException when it cannot be installed or does not come up, with what it said
     */
    public static MotoServer start(Path root) {
        Path program = new MotoInstallation(root).program();
        try {
            Path log = Files.createTempFile("moto", ".log");
            int port = freePort();
            var builder = new ProcessBuilder(
                    "sh", "-c", UNTIL_INPUT_CLOSES, "sh", program.toString(), "-H", "127.0.0.1", "-p", "" + port);
            builder.environment().put("MOTO_IAM_LOAD_MANAGED_POLICIES", "true");
            builder.redirectErrorStream(true).redirectOutput(log.toFile());
            var moto = new MotoServer(builder.start(), log, URI.create("http://127.0.0.1:" + port));
            Runtime.getRuntime().addShutdownHook(moto.atExit);
            moto.awaitReady();
            return moto;
        } catch (IOException e) {
            throw new MotoException("moto_server does not start: " + e.getMessage(), e);
        }
    }

    /** Where it listens. */
    public URI uri() {
        return uri;
    }

    /** Forgets all that was created. */
    public void reset() {
        send(HttpRequest.newBuilder(uri.resolve("/moto-api/reset")).POST(BodyPublishers.noBody()));
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException("moto at " + uri + " does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MotoException("Interrupted while moto was asked", e);
        }
    }

    private void awaitReady() throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!answers()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                List<String> lines = Files.readAllLines(log);
                close();
                throw new MotoException(
                        "moto_server does not come up on " + uri + ". Its last words:\n"
                                + String.join("\n", lines.subList(Math.max(0, lines.size() - 15), lines.size())),
                        null);
            }
        }
    }

    private boolean answers() {
        try {
            if (process.waitFor(100, TimeUnit.MILLISECONDS)) {
                return false;
            }
            var request = HttpRequest.newBuilder(uri.resolve("/moto-api/seed?a=1"))
                    .timeout(Duration.ofSeconds(20))
                    .build();
            return http.send(request, BodyHandlers.discarding()).statusCode() > 0;
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MotoException("Interrupted while moto started", e);
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void end() {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
    }

    @Override
    public void close() {
        end();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            Files.deleteIfExists(log);
            http.close();
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot remove " + log, e);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } catch (IllegalStateException shuttingDown) {
            // The hook runs by itself then; ending twice is harmless.
            process.destroy();
        }
    }
}
