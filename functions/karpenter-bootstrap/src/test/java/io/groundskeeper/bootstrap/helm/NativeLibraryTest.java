package io.groundskeeper.bootstrap.helm;

import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.Helm;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Helm's native library must load where the function runs: Amazon Linux 2023 has GLIBC 2.34 and not a newer one. */
class NativeLibraryTest {

    private static final String LIBRARY = "/helm-linux-amd64.so";

    @Test
    void library_needsNoNewerGlibcThanLambdaHas() throws IOException {
        try (var file = Helm.class.getResourceAsStream(LIBRARY)) {
            assertThat(file).as("%s of helm-java's linux-amd64", LIBRARY).isNotNull();
            var needed = NeededVersions.of(file.readAllBytes());
            assertThat(needed).contains("GLIBC_2.34");
            assertThat(needed)
                    .filteredOn(version -> version.startsWith("GLIBC_"))
                    .allSatisfy(version -> assertThat(newest(version, "GLIBC_2.34"))
                            .as("%s is newer than Amazon Linux 2023's", version)
                            .isEqualTo("GLIBC_2.34"));
        }
    }

    private static String newest(String one, String other) {
        return Arrays.compare(numbers(one), numbers(other)) > 0 ? one : other;
    }

    private static int[] numbers(String version) {
        return Arrays.stream(version.substring(version.indexOf('_') + 1).split("\\.", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
    }
}
