package io.groundskeeper.tags.exemption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.groundskeeper.core.event.EventParser;
import io.groundskeeper.core.json.Json;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.tags.catalogue.Catalogue;
import io.groundskeeper.tags.creation.CreationReader;
import io.groundskeeper.tags.creation.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What real records made: a service's own is exempt, a person's never is without a setting that says so. */
class RealExemptionsTest {

    private static final Path DATA = Path.of(System.getProperty("groundskeeper.data", "absent"));

    private final CreationReader reader = new CreationReader(Catalogue.load());

    @Test
    void realCreations_areExemptOnlyWhereAServiceMadeThemForItself() throws IOException {
        assumeTrue(Files.isDirectory(DATA), "no real records at hand: set the system property groundskeeper.data");
        var exempt = exempt("");
        assertThat(exempt).containsEntry("ec2.amazonaws.com.RunInstances.13", "service-itself");
        assertThat(exempt.keySet())
                .allSatisfy(
                        name -> assertThat(name).matches("ec2\\.amazonaws\\.com\\.RunInstances\\.13|.*servicelinked"));
    }

    @Test
    void realCreationsThroughCloudFormation_areExemptWhenToldSo() throws IOException {
        assumeTrue(Files.isDirectory(DATA), "no real records at hand: set the system property groundskeeper.data");
        assertThat(exempt("service:cloudformation.amazonaws.com"))
                .containsEntry(
                        "AssumedRole-invokedBy-cloudformation.amazonaws.com", "service:cloudformation.amazonaws.com");
    }

    private Map<String, String> exempt(String setting) throws IOException {
        var exemptions = Exemptions.of(Settings.of(Map.of("EXEMPTIONS", setting)));
        var exempt = new TreeMap<String, String>();
        for (var folder : new String[] {"cloudtrail", "identities"}) {
            try (var files = Files.list(DATA.resolve(folder))) {
                for (var file :
                        files.filter(f -> f.toString().endsWith(".json")).toList()) {
                    if (reader.read(EventParser.wrap(Json.read(Files.readString(file))))
                            instanceof Reading.Creation creation) {
                        creation.resources().stream()
                                .flatMap(it ->
                                        exemptions.find(new Subject(creation.who(), it, it.requestTags())).stream())
                                .forEach(why ->
                                        exempt.put(file.getFileName().toString().replace(".json", ""), why.label()));
                    }
                }
            }
        }
        return exempt;
    }
}
