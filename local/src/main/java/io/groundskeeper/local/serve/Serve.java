package io.groundskeeper.local.serve;

import io.groundskeeper.local.moto.MotoException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * {@code ./run-local --serve}: starts the services, prints the environment to use them in and then {@code ready}, and
 * runs until it is told to end.
 */
public final class Serve {
    private Serve() {}

    /** Exits 1 when something cannot be started. The project's root is the system property groundskeeper.root. */
    public static void main(String[] args) throws InterruptedException {
        var root = Path.of(System.getProperty("groundskeeper.root", "")).toAbsolutePath();
        try {
            var services = Services.start(root, System.getenv());
            Runtime.getRuntime().addShutdownHook(new Thread(services::close, "end-services"));
            print(services.environment(), System.out::println);
            new CountDownLatch(1).await();
        } catch (MotoException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    static void print(Map<String, String> environment, Consumer<String> out) {
        environment.forEach((name, value) -> out.accept("export " + name + "=" + quoted(value)));
        out.accept("ready");
    }

    /** As a POSIX shell reads it back, whatever it holds. */
    private static String quoted(String value) {
        return value.matches("[A-Za-z0-9_./:@%+=-]+") ? value : "'" + value.replace("'", "'\\''") + "'";
    }
}
