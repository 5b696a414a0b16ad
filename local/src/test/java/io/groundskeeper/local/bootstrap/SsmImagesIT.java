package io.groundskeeper.local.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.cluster.NodeSettings.Architecture;
import io.groundskeeper.bootstrap.nodes.ImageRelease;
import io.groundskeeper.bootstrap.version.KubernetesVersion;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** EKS's public image parameters and the images that they name, through the real SDK. */
@Timeout(120)
class SsmImagesIT {

    private static final KubernetesVersion KUBERNETES = KubernetesVersion.of("1.34");

    @Test
    void recommendedImage_isOneThatIsPublishedForEachArchitecture() {
        try (var world = new BootstrapWorld(Duration.ZERO)) {
            var images = world.images();
            for (var architecture : Architecture.values()) {
                var release = images.recommended(KUBERNETES, architecture).orElseThrow();
                assertThat(release.version()).matches("v20[0-9]{6}");
                assertThat(images.isPublished(KUBERNETES, architecture, release))
                        .isTrue();
                assertThat(images.isPublished(KUBERNETES, architecture, new ImageRelease("v20200101")))
                        .isFalse();
            }
            assertThat(images.recommended(KubernetesVersion.of("1.20"), Architecture.AMD64))
                    .isEmpty();
        }
    }
}
