package io.groundskeeper.local.bootstrap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A moto_server of the test's own, on a free port, with the AWS managed policies; ended with the test. */
final class MotoProcess implements AutoCloseable {

    private static final Duration LONGEST_START = Duration.ofSeconds(60);

    private final Process process;
    private final int port;

    private MotoProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts one; empty where moto_server is not installed. */
    static Optional<MotoProcess> start() throws IOException {
        int port = freePort();
        var builder = new ProcessBuilder("moto_server", "-H", "127.0.0.1", "-p", String.valueOf(port))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("MOTO_IAM_LOAD_MANAGED_POLICIES", "true");
        try {
            var moto = new MotoProcess(builder.start(), port);
            moto.awaitStart();
            return Optional.of(moto);
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).contains("Cannot run program")) {
                return Optional.empty();
            }
            throw e;
        }
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + port);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void awaitStart() throws IOException {
        var end = Instant.now().plus(LONGEST_START);
        while (!answers()) {
            if (!process.isAlive() || Instant.now().isAfter(end)) {
                process.destroyForcibly();
                throw new IOException("moto_server did not start on port " + port);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
    }

    private boolean answers() {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
