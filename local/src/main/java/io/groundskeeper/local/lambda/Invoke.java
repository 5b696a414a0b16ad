package io.groundskeeper.local.lambda;

import io.groundskeeper.core.log.Failures;
import io.groundskeeper.local.environment.EnvironmentClients;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * {@code ./invoke <module folder> <event file or ->}: one function, one event, without Docker. Prints the answer on
 * standard output; exits 0, 1 when the function threw, 2 for usage.
 */
public final class Invoke {

    private Invoke() {}

    /** @param args the project's root, the module's folder, the event's file or {@code -} */
    public static void main(String[] args) throws IOException {
        if (args.length != 3) {
            fail("usage: ./invoke <module folder> <event.json or ->");
        }
        var event = event(args[2]);
        var answer = invoke(Path.of(args[0]), Path.of(args[1]).toAbsolutePath().normalize(), event);
        System.out.println(answer.json());
        System.exit(answer instanceof Answer.Returned ? 0 : 1);
    }

    private static Answer invoke(Path root, Path moduleFolder, String event) {
        try (var process = start(root, String.valueOf(moduleFolder.getFileName()))) {
            return process.invoke(event);
        } catch (RuntimeException e) {
            return Answer.Thrown.of("Invoke.CannotStart", Failures.describe(e));
        }
    }

    private static FunctionProcess start(Path root, String module) {
        var function = FunctionDefinition.of(root, module);
        var environment = new HashMap<String, String>(function.environment());
        environment.putAll(System.getenv());
        // As SAM does where nothing says which region.
        environment.putIfAbsent("AWS_REGION", environment.getOrDefault("AWS_DEFAULT_REGION", "us-east-1"));
        // The function's working directory is its package, not the caller's.
        environment.computeIfPresent("KUBECONFIG", (name, path) -> path.isEmpty() ? path : absolute(path));
        var packaged = environment.get("GROUNDSKEEPER_PACKAGE");
        var folder = packaged == null ? function.packageFolder(root) : Path.of(packaged);
        return FunctionProcess.start(function, folder, credentials(function, environment), System.err::println);
    }

    private static Map<String, String> credentials(FunctionDefinition function, Map<String, String> environment) {
        if ("1".equals(environment.get("GROUNDSKEEPER_AS_CALLER"))) {
            return environment;
        }
        if (!new EnvironmentClients(environment).hasCredentials()) {
            // Some of what a function does needs no call to AWS; the rest will say what it lacks.
            System.err.println("invoke: there are no AWS credentials; calls to AWS will fail");
            return environment;
        }
        try {
            return RoleCredentials.assume(function, environment);
        } catch (RuntimeException e) {
            throw new IllegalStateException(
                    "cannot take the credentials of the function's role (GROUNDSKEEPER_AS_CALLER=1 uses yours, GROUNDSKEEPER_ROLE_ARN names another role)",
                    e);
        }
    }

    private static String absolute(String path) {
        return Path.of(path).toAbsolutePath().toString();
    }

    private static String event(String file) throws IOException {
        try {
            return file.equals("-")
                    ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
                    : new String(Files.readAllBytes(Path.of(file)), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            fail("invoke: there is no file " + file);
            throw e;
        }
    }

    private static void fail(String message) {
        System.err.println(message);
        System.exit(2);
    }
}
