package io.groundskeeper.local.template;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The project's {@code template.yaml} as data, all scalars as text.
 *
 * @param root the whole template in CloudFormation's JSON form
 * @param text the file as it is written
 */
record ProjectTemplate(JsonNode root, String text) {
    /**
     * A resource under its logical id.
     *
     * @param others all resources of the template
     */
    record Resource(String id, JsonNode node, JsonNode others) {
        JsonNode properties() {
            return node.path("Properties");
        }

        JsonNode property(String name) {
            return properties().path(name);
        }

        /** The policy documents of a role: its inline policies', then those of the managed policies made for it. */
        List<JsonNode> policies() {
            return Stream.concat(inlinePolicies(), managedPolicies().map(policy -> policy.property("PolicyDocument")))
                    .toList();
        }

        Stream<JsonNode> inlinePolicies() {
            return items(property("Policies")).map(policy -> policy.path("PolicyDocument"));
        }

        Stream<Resource> managedPolicies() {
            return others.properties().stream()
                    .filter(entry -> entry.getValue().path("Type").asString().equals("AWS::IAM::ManagedPolicy"))
                    .map(entry -> new Resource(entry.getKey(), entry.getValue(), others))
                    .filter(policy -> items(policy.property("Roles"))
                            .anyMatch(role -> target(role).equals(id)));
        }

        /** The statements of all its policies, those under an {@code !If} included. */
        List<JsonNode> statements() {
            return policies().stream()
                    .flatMap(document -> items(document.path("Statement")))
                    .map(statement ->
                            statement.has("Fn::If") ? statement.path("Fn::If").path(1) : statement)
                    .toList();
        }

        @Override
        public String toString() {
            return id;
        }
    }

    static Path projectRoot() {
        return Path.of(System.getProperty("groundskeeper.root", ".."));
    }

    static ProjectTemplate read() {
        Path file = projectRoot().resolve("template.yaml");
        try {
            return new ProjectTemplate(
                    JsonMapper.shared().valueToTree(Template.read(file).root()), Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** The values of an array or object, or the value itself where CloudFormation allows one for a list of one. */
    static Stream<JsonNode> items(JsonNode node) {
        return node.isArray() ? StreamSupport.stream(node.spliterator(), false) : Stream.of(node);
    }

    static Stream<String> strings(JsonNode node) {
        return items(node).map(JsonNode::asString);
    }

    /** The logical id that a {@code Ref} or {@code GetAtt} points at. */
    static String target(JsonNode reference) {
        return reference.has("Ref")
                ? reference.path("Ref").asString()
                : reference.path("Fn::GetAtt").asString("").replaceFirst("\\..*", "");
    }

    List<Resource> ofType(String type) {
        return root.path("Resources").properties().stream()
                .filter(entry -> entry.getValue().path("Type").asString().equals(type))
                .map(entry -> new Resource(entry.getKey(), entry.getValue(), root.path("Resources")))
                .toList();
    }

    List<Resource> functions() {
        return ofType("AWS::Serverless::Function");
    }

    Resource resource(String id) {
        JsonNode node = root.path("Resources").path(id);
        if (node.isMissingNode()) {
            throw new IllegalArgumentException("template.yaml has no resource " + id);
        }
        return new Resource(id, node, root.path("Resources"));
    }

    /** A function's property, as SAM merges it: the function's own, else that of {@code Globals}. */
    JsonNode setting(Resource function, String name) {
        JsonNode own = function.property(name);
        return own.isMissingNode() ? root.path("Globals").path("Function").path(name) : own;
    }

    /** A function's event sources by name. */
    static Map<String, JsonNode> sources(Resource function) {
        return function.property("Events").properties().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().path("Properties")));
    }
}
