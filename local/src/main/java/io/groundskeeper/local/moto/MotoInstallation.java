package io.groundskeeper.local.moto;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Finds moto_server on PATH, else under the project's root, else installs it there. */
final class MotoInstallation {
    private final Path home;

    MotoInstallation(Path root) {
        this.home = root.resolve(".local").resolve("moto");
    }

    /**
     * The program.
     *
     * @throws MotoException when it is not there and cannot be installed
     */
    Path program() {
        Path own = home.resolve("bin").resolve("moto_server");
        return onPath().orElseGet(() -> Files.isExecutable(own) ? own : install(own));
    }

    private static Optional<Path> onPath() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Arrays.stream(path.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, "moto_server"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private Path install(Path own) {
        run(List.of("python3", "-m", "venv", home.toString()));
        run(List.of(home.resolve("bin").resolve("pip").toString(), "install", "moto[server]>=5.2,<6"));
        return own;
    }

    private static void run(List<String> command) {
        try {
            var process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(Redirect.from(new File("/dev/null")))
                    .start();
            // Standard output belongs to what the launcher prints.
            process.getInputStream().transferTo(System.err);
            if (process.waitFor() != 0) {
                throw failed(command, "exit code " + process.exitValue(), null);
            }
        } catch (IOException e) {
            throw failed(command, e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(command, "interrupted", e);
        }
    }

    private static MotoException failed(List<String> command, String why, Throwable cause) {
        return new MotoException(
                "moto_server is not on PATH and cannot be installed: \"" + String.join(" ", command) + "\" failed ("
                        + why + "). Install it yourself with: pip install 'moto[server]', and put moto_server on PATH.",
                cause);
    }
}
