package io.groundskeeper.local.lambda;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A packaged function in the real Lambda runtime interface client, in a JVM of its own with Lambda's settings for
 * java25 without SnapStart. Serves one invocation after another, as Lambda does.
 */
public final class FunctionProcess implements AutoCloseable {

    private static final String RUNTIME_CLIENT = "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";
    private static final List<String> RUNTIME_CLIENT_JARS = List.of("aws-lambda-java-", "utils-lite-", "annotations-");
    private static final Duration LONGEST_START = Duration.ofSeconds(30);

    private final FunctionDefinition function;
    private final RuntimeApi api;
    private final Process process;
    private final Thread log;

    private FunctionProcess(FunctionDefinition function, RuntimeApi api, Process process, Thread log) {
        this.function = function;
        this.api = api;
        this.process = process;
        this.log = log;
    }

    /**
     * Starts a function.
     *
     * @param packageFolder classes and lib/, as Lambda unpacks them
     * @param environment the whole environment of the process
     * @param logLines takes each line of its log, on a thread of its own
     */
    public static FunctionProcess start(
            FunctionDefinition function,
            Path packageFolder,
            Map<String, String> environment,
            Consumer<String> logLines) {
        var api = new RuntimeApi();
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var builder = new ProcessBuilder(List.of(
                java,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                runtimeClientClassPath(),
                RUNTIME_CLIENT,
                function.handler()));
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment()
                .putAll(Map.of(
                        "AWS_LAMBDA_RUNTIME_API", api.address(),
                        "LAMBDA_TASK_ROOT", packageFolder.toAbsolutePath().toString(),
                        "_HANDLER", function.handler(),
                        "AWS_LAMBDA_FUNCTION_NAME", function.module()));
        // Lambda's client looks for classes and lib/ in its working directory.
        builder.directory(packageFolder.toFile());
        builder.redirectErrorStream(true);
        try {
            var process = builder.start();
            var log = Thread.ofVirtual().start(() -> follow(process, api, logLines));
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            return new FunctionProcess(function, api, process, log);
        } catch (IOException e) {
            api.close();
            throw new UncheckedIOException("Cannot start " + java, e);
        }
    }

    /** Invokes the function once and waits for its answer; ends it at its timeout, as Lambda does. */
    public Answer invoke(String event) {
        try {
            return api.invoke(event, LONGEST_START, function.timeout()).orElseGet(this::timedOut);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Answer.Thrown.of("Runtime.Interrupted", "The wait for the function was interrupted");
        }
    }

    /** The operating system's number of its process. */
    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        // By its handle: ending it by the process object closes its log before it is read.
        process.toHandle().destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            log.join(Duration.ofSeconds(2));
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        api.close();
    }

    private Answer timedOut() {
        process.destroyForcibly();
        return Answer.Thrown.of(
                "Sandbox.Timedout",
                "Task timed out after %d seconds".formatted(function.timeout().toSeconds()));
    }

    /** Copies the log until the process ends; whoever waits for an answer then is told. */
    private static void follow(Process process, RuntimeApi api, Consumer<String> logLines) {
        try (var log = process.inputReader()) {
            log.lines().forEach(logLines);
        } catch (IOException | UncheckedIOException e) {
            // Ending the process closes its log; only a log that breaks before that is news.
            if (process.isAlive()) {
                logLines.accept("The function's log ended: " + e.getMessage());
            }
        }
        var code = process.onExit().join().exitValue();
        api.answer(Answer.Thrown.of("Runtime.ExitError", "The function's process ended with " + code));
    }

    /** The jars of the runtime interface client, by name: the function must not see our class path. */
    private static String runtimeClientClassPath() {
        var jars = List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1)).stream()
                .filter(jar -> Optional.ofNullable(Path.of(jar).getFileName())
                        .map(Path::toString)
                        .filter(name -> RUNTIME_CLIENT_JARS.stream().anyMatch(name::startsWith))
                        .isPresent())
                .toList();
        if (jars.stream().noneMatch(jar -> jar.contains("runtime-interface-client"))) {
            throw new IllegalStateException("The class path lacks aws-lambda-java-runtime-interface-client");
        }
        return String.join(File.pathSeparator, jars);
    }
}
