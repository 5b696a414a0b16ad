package io.groundskeeper.local.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackageSizeIT {

    private static final long MOST_BYTES = 250L * 1024 * 1024;

    @ParameterizedTest
    @ValueSource(strings = {"karpenter-bootstrap", "interruption-queue", "tag-enforcer"})
    void unpackedFunction_isSmallerThanLambdaAllows(String module) throws IOException {
        var folder = FunctionDefinition.of(Path.of(System.getProperty("groundskeeper.root")), module)
                .packageFolder(Path.of(System.getProperty("groundskeeper.root")));
        long bytes = 0;
        try (var files = Files.walk(folder)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
        }
        assertThat(bytes).isLessThan(MOST_BYTES);
    }
}
