package io.groundskeeper.local.lambda;

import io.groundskeeper.local.template.Template;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A function as template.yaml defines it.
 *
 * @param module its module's name, such as {@code tag-enforcer}
 * @param handler class and method
 * @param timeout after which Lambda would end it
 * @param environment its variables, as far as the parameters' defaults give them a value
 * @param roles the variables that are the ARNs of roles, with those roles' paths and names once deployed as
 *     {@code groundskeeper}; the Region in them is {@code ${AWS::Region}}
 */
public record FunctionDefinition(
        String module, String handler, Duration timeout, Map<String, String> environment, Map<String, String> roles) {

    /**
     * Finds the function of a module: {@code tag-enforcer} is {@code TagEnforcerFunction}.
     *
     * @throws IllegalArgumentException if the template has no such function
     */
    public static FunctionDefinition of(Path projectRoot, String module) {
        var template = Template.read(projectRoot.resolve("template.yaml"));
        var logicalId = logicalId(module);
        var function = template.properties(logicalId);
        if (function.isEmpty()) {
            throw new IllegalArgumentException(
                    "template.yaml has no %s for the module %s".formatted(logicalId, module));
        }
        var all = Template.map(Template.map(template.root().get("Globals")).get("Function"));
        all.putAll(function);
        return new FunctionDefinition(
                module,
                String.valueOf(all.get("Handler")),
                Duration.ofSeconds(Long.parseLong(String.valueOf(all.getOrDefault("Timeout", "3")))),
                environment(template, function),
                roles(template, function));
    }

    /** The name of a module's function in the template. */
    public static String logicalId(String module) {
        return Arrays.stream(module.split("-", -1))
                .filter(word -> !word.isEmpty())
                .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
                .collect(Collectors.joining("", "", "Function"));
    }

    /** Where its package is: what Lambda would unpack. */
    public Path packageFolder(Path projectRoot) {
        var folder = projectRoot
                .resolve("functions")
                .resolve(module)
                .resolve("target")
                .resolve("lambda");
        if (!Files.isDirectory(folder.resolve("lib"))) {
            throw new IllegalArgumentException("%s is not built: run ./mvnw package".formatted(folder));
        }
        return folder;
    }

    private static Map<String, String> environment(Template template, Map<String, Object> function) {
        var variables = new LinkedHashMap<String, String>();
        var globals = Template.map(Template.map(template.root().get("Globals")).get("Function"));
        for (var source : List.of(globals, function)) {
            Template.map(Template.map(source.get("Environment")).get("Variables"))
                    .forEach((name, value) -> resolve(template, value).ifPresent(text -> variables.put(name, text)));
        }
        return variables;
    }

    private static Map<String, String> roles(Template template, Map<String, Object> function) {
        var roles = new LinkedHashMap<String, String>();
        Template.map(Template.map(function.get("Environment")).get("Variables"))
                .forEach((name, value) -> role(template, value).ifPresent(role -> roles.put(name, role)));
        return roles;
    }

    private static Optional<String> role(Template template, Object value) {
        return Optional.ofNullable(Template.map(value).get("Fn::GetAtt"))
                .map(attribute -> template.properties(String.valueOf(attribute).replaceFirst("\\.Arn$", "")))
                .filter(properties -> properties.containsKey("RoleName"))
                .map(role -> role.get("Path")
                        + String.valueOf(Template.map(role.get("RoleName")).get("Fn::Sub"))
                                .replace("${AWS::StackName}", "groundskeeper"));
    }

    /** Parameters by their defaults; what only a deployment knows, such as a queue's URL, has no value here. */
    private static Optional<String> resolve(Template template, Object value) {
        if (value instanceof String text) {
            return Optional.of(text);
        }
        return Optional.ofNullable(Template.map(value).get("Ref"))
                .map(parameter -> template.parameterDefault(String.valueOf(parameter)))
                .map(String::valueOf);
    }
}
