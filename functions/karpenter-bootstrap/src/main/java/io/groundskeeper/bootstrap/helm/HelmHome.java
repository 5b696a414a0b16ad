package io.groundskeeper.bootstrap.helm;

import com.sun.jna.Library;
import com.sun.jna.Native;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Gives Helm a home that can be written: in Lambda only /tmp can. Helm reads its environment once, when its native
 * library is loaded, and Java cannot change it; the C library can.
 */
final class HelmHome {

    /** What is called of the C library. */
    interface Environment extends Library {
        int setenv(String name, String value, int overwrite);
    }

    private HelmHome() {}

    /** Makes one below a folder; to be called before Helm's first use. */
    static Path in(Path folder) {
        var home = folder.resolve("helm");
        try {
            Files.createDirectories(home);
        } catch (IOException e) {
            throw new UncheckedIOException("Helm's home %s cannot be made".formatted(home), e);
        }
        if (System.getProperty("jna.tmpdir") == null) {
            System.setProperty("jna.tmpdir", home.toString());
        }
        var environment = Native.load("c", Environment.class);
        Map.of(
                        "HOME", home,
                        "HELM_CACHE_HOME", home.resolve("cache"),
                        "HELM_CONFIG_HOME", home.resolve("config"),
                        "HELM_DATA_HOME", home.resolve("data"))
                .forEach((name, path) -> set(environment, name, path));
        return home;
    }

    private static void set(Environment environment, String name, Path path) {
        if (environment.setenv(name, path.toString(), 1) != 0) {
            throw new IllegalStateException("%s cannot be set to %s".formatted(name, path));
        }
    }
}
