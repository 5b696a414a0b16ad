package io.groundskeeper.core.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.groundskeeper.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Every identity of real records: who it is, and that nothing in it can make reading throw. */
class RealIdentitiesTest {

    private static final Path DATA =
            Path.of(System.getProperty("groundskeeper.data", "absent")).resolve("identities");

    private static final String SSO = "AdanAlvarez []";

    /** By file, without its ending: the name and the remarks. */
    private static final Map<String, String> EXPECTED = Map.ofEntries(
            Map.entry("AWSAccount", "777788889999 []"),
            Map.entry("AWSAccount-invokedBy-ec2.amazonaws.com", "999999999999 [through ec2.amazonaws.com]"),
            Map.entry("AWSService-invokedBy-config.amazonaws.com", "config.amazonaws.com []"),
            Map.entry("AWSService-invokedBy-ec2.amazonaws.com", "ec2.amazonaws.com []"),
            Map.entry("AWSService-invokedBy-lambda.amazonaws.com", "lambda.amazonaws.com []"),
            Map.entry("AWSService-invokedBy-monitoring.amazonaws.com", "monitoring.amazonaws.com []"),
            Map.entry("AWSService-invokedBy-rolesanywhere.amazonaws.com", "rolesanywhere.amazonaws.com []"),
            Map.entry("AWSService-invokedBy-workmail.eu-west-1.amazonaws.com", "workmail.eu-west-1.amazonaws.com []"),
            Map.entry("AssumedRole-SSO", SSO),
            Map.entry("AssumedRole-SSO-invokedBy-rds.amazonaws.com", "AdanAlvarez [through rds.amazonaws.com]"),
            Map.entry(
                    "AssumedRole-invokedBy-autoscaling.amazonaws.com-servicelinked",
                    "AWSServiceRoleForAutoScaling/AutoScaling"
                            + " [autoscaling.amazonaws.com itself, with its service-linked role]"),
            Map.entry(
                    "AssumedRole-invokedBy-cloudformation.amazonaws.com",
                    "UserRole/userid [through cloudformation.amazonaws.com]"),
            Map.entry(
                    "AssumedRole-invokedBy-eks-nodegroup.amazonaws.com-servicelinked",
                    "AWSServiceRoleForAmazonEKSNodegroup/EKS"
                            + " [eks-nodegroup.amazonaws.com itself, with its service-linked role]"),
            Map.entry(
                    "AssumedRole-invokedBy-eks.amazonaws.com-ec2instance",
                    "MyAppRole/i-0abcdef1234567890"
                            + " [the instance i-0abcdef1234567890, by its instance profile, through eks.amazonaws.com]"),
            Map.entry(
                    "AssumedRole-invokedBy-inspector2.amazonaws.com-servicelinked",
                    "AWSServiceRoleForAmazonInspector2/MandoService2842426183934887787"
                            + " [inspector2.amazonaws.com itself, with its service-linked role]"),
            Map.entry("AssumedRole-invokedBy-internal.amazonaws.com", "Admins/example-user []"),
            Map.entry(
                    "AssumedRole-servicelinked",
                    "AWSServiceRoleForTrustedAdvisor/TrustedAdvisor_187901811700_7472a099-2df6-4080-b339-9681aa0a066a"
                            + " [trustedadvisor.amazonaws.com itself, with its service-linked role]"),
            Map.entry("FederatedUser", "user-name []"),
            Map.entry("IAMUser", "Mary_Major []"),
            Map.entry("IAMUser-invokedBy-AWS_Internal", "benjamin []"),
            Map.entry("IAMUser-invokedBy-health.amazonaws.com", "benjamin [through health.amazonaws.com]"),
            Map.entry("IAMUser-invokedBy-kms.amazonaws.com", "Alice [through kms.amazonaws.com]"),
            Map.entry("IAMUser-invokedBy-signin.amazonaws.com", "testUser []"),
            Map.entry("None-invokedBy-ec2.amazonaws.com", "ec2.amazonaws.com []"),
            Map.entry("None-invokedBy-s3.amazonaws.com", "s3.amazonaws.com []"),
            Map.entry("Root-invokedBy-autoscaling.amazonaws.com", "root [through autoscaling.amazonaws.com]"),
            Map.entry(
                    "Root-invokedBy-elasticloadbalancing.amazonaws.com",
                    "root [through elasticloadbalancing.amazonaws.com]"),
            Map.entry("Unknown-SSO", SSO));

    private static final List<String> SPOILS = List.of(
            "null", "true", "-1e300", "\"\"", "\" \\u0000:/<!channel>\"", "[]", "{}", "[null,[{}]]", "\"::::::\"");

    @BeforeEach
    void needRecords() {
        assumeTrue(Files.isDirectory(DATA), "no real identities at hand: set the system property groundskeeper.data");
    }

    @Test
    void everyIdentity_isNamedAsAPersonWould() throws IOException {
        var files = files();
        for (var file : files) {
            var name = file.getFileName().toString().replace(".json", "");
            var who = UserIdentity.of(identity(file));
            assertThat(who.creator().name() + " " + who.remarks()).as(name).isEqualTo(EXPECTED.get(name));
        }
        assertThat(files).hasSameSizeAs(EXPECTED.keySet());
    }

    @Test
    void serviceThatActsAsItself_isToldFromOneThatActsForSomebody() throws IOException {
        for (var file : files()) {
            var name = file.getFileName().toString();
            assertThat(UserIdentity.of(identity(file)).actingService().isPresent())
                    .as(name)
                    .isEqualTo(
                            name.startsWith("AWSService") || name.startsWith("None") || name.contains("servicelinked"));
        }
    }

    @Test
    void anyFieldSpoiled_neverThrows() throws IOException {
        int read = 0;
        for (var file : files()) {
            var json = identity(file);
            for (var place : places(json, "")) {
                for (var spoil : SPOILS) {
                    check(spoiled(json, place, object -> Json.read(spoil)));
                    read++;
                }
                check(spoiled(json, place, removed -> null));
                read++;
            }
        }
        System.out.printf("%d mangled identities read, 0 failed%n", read);
        assertThat(read).isGreaterThan(1000);
    }

    private static void check(JsonNode json) {
        var who = UserIdentity.of(json);
        assertThat(who.creator()).isNotNull();
        assertThat(who.remarks()).doesNotContainNull();
        assertThat(who.actingService()).isNotNull();
        assertThat(who.role()).isNotNull();
    }

    private interface Change {
        JsonNode of(JsonNode old);
    }

    private static JsonNode spoiled(JsonNode json, String place, Change change) {
        var copy = json.deepCopy();
        int slash = place.lastIndexOf('/');
        var parent = (ObjectNode) copy.at(place.substring(0, slash));
        var name = place.substring(slash + 1);
        var value = change.of(parent.get(name));
        if (value == null) {
            parent.remove(name);
        } else {
            parent.set(name, value);
        }
        return copy;
    }

    private static List<String> places(JsonNode node, String path) {
        var places = new ArrayList<String>();
        node.properties().forEach(property -> {
            places.add(path + "/" + property.getKey());
            places.addAll(places(property.getValue(), path + "/" + property.getKey()));
        });
        return places;
    }

    private static List<Path> files() throws IOException {
        try (var list = Files.list(DATA)) {
            return list.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    private static JsonNode identity(Path file) throws IOException {
        return Json.read(Files.readString(file)).path("userIdentity");
    }
}
