package io.groundskeeper.bootstrap.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.groundskeeper.bootstrap.cluster.NodeSettings.Architecture;
import io.groundskeeper.bootstrap.version.KubernetesVersion;
import io.groundskeeper.core.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ImageChoiceTest {

    private static final KubernetesVersion KUBERNETES = KubernetesVersion.of("1.34");
    private static final ImageRelease OLD = new ImageRelease("v20260901");
    private static final ImageRelease NEW = new ImageRelease("v20261101");
    private static final String OURS = "groundskeeper";

    private final Images images = new Images();
    private List<Architecture> architectures = List.of(Architecture.AMD64);

    @Test
    void noClassYet_theRecommendedIsPinned() {
        assertThat(choice(Optional.empty(), false)).isEqualTo(new ImageChoice.Pin(NEW, Optional.empty()));
        assertThat(images.asked).containsExactly("recommended amd64");
    }

    @Test
    void pinnedAndPublished_isKeptWithoutAskingForANewOne() {
        assertThat(choice(pinned("al2023@v20260901", OURS), false)).isEqualTo(new ImageChoice.Keep(OLD));
        assertThat(images.asked).containsExactly("published amd64 v20260901");
    }

    @Test
    void pinnedAndNoLongerPublished_isReplacedAndSaysWhy() {
        images.published.remove("amd64 v20260901");
        assertThat(choice(pinned("al2023@v20260901", OURS), false))
                .isEqualTo(new ImageChoice.Pin(
                        NEW, Optional.of("al2023@v20260901 is not published for Kubernetes 1.34 on amd64")));
    }

    @Test
    void pinnedButNotForAnArchitectureThatWasAdded_isReplaced() {
        architectures = List.of(Architecture.AMD64, Architecture.ARM64);
        images.published.remove("arm64 v20260901");
        assertThat(choice(pinned("al2023@v20260901", OURS), false))
                .isEqualTo(new ImageChoice.Pin(
                        NEW, Optional.of("al2023@v20260901 is not published for Kubernetes 1.34 on amd64 and arm64")));
    }

    @Test
    void refresh_takesTheNewestAndSaysThatItWasAskedFor() {
        assertThat(choice(pinned("al2023@v20260901", OURS), true))
                .isEqualTo(new ImageChoice.Pin(NEW, Optional.of("a new image was asked for")));
        assertThat(choice(pinned("al2023@v20261101", OURS), true)).isEqualTo(new ImageChoice.Keep(NEW));
    }

    @Test
    void architecturesAreApart_theNewestThatAllHave() {
        architectures = List.of(Architecture.AMD64, Architecture.ARM64);
        images.recommended.put("arm64", OLD);
        images.published.remove("arm64 v20261101");
        assertThat(choice(Optional.empty(), false)).isEqualTo(new ImageChoice.Pin(OLD, Optional.empty()));
        images.published.remove("amd64 v20260901");
        assertThat(choice(Optional.empty(), false)).isInstanceOf(ImageChoice.Nothing.class);
    }

    @Test
    void nothingIsPublished_saysSoAndWhereToLook() {
        images.recommended.clear();
        assertThat(choice(Optional.empty(), false))
                .isInstanceOfSatisfying(
                        ImageChoice.Nothing.class,
                        nothing -> assertThat(nothing.reason())
                                .contains("Kubernetes 1.34 on amd64", "NODE_ARCHITECTURES", "optimized-ami/1.34"));
        images.published.clear();
        assertThat(choice(pinned("al2023@v20260901", OURS), false)).isInstanceOf(ImageChoice.Nothing.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"al2023@v20260901", "al2023@latest", "bottlerocket@v1.20.0"})
    void someoneElses_isLeftWithoutAWord(String alias) {
        assertThat(choice(pinned(alias, "kubectl-edit"), false)).isEqualTo(new ImageChoice.Leave(Optional.empty()));
    }

    @Test
    void someoneElsesThatIsNotPublished_isLeftWithAWarning() {
        images.published.clear();
        assertThat(choice(pinned("al2023@v20260901", "kubectl-edit"), false))
                .isInstanceOfSatisfying(
                        ImageChoice.Leave.class,
                        leave -> assertThat(leave.warning().orElseThrow())
                                .contains(
                                        "al2023@v20260901", "kubectl-edit since 2026-11-01", "not published", "1.34"));
    }

    @Test
    void refreshOfSomeoneElses_isLeftAndSaysSo() {
        assertThat(choice(pinned("al2023@v20260901", "kubectl-edit"), true))
                .isInstanceOfSatisfying(
                        ImageChoice.Leave.class,
                        leave -> assertThat(leave.warning().orElseThrow()).contains("kubectl-edit", "no new image"));
    }

    @Test
    void sameAliasOfUsAndSomeoneElse_isKept() {
        assertThat(choice(pinned("al2023@v20260901", OURS, "argocd"), false)).isEqualTo(new ImageChoice.Keep(OLD));
    }

    @Test
    void nameOfAnImage_endsWithItsRelease() {
        assertThat(ImageRelease.ofImageName("amazon-eks-node-al2023-x86_64-standard-1.34-v20261101"))
                .contains(NEW);
        assertThat(ImageRelease.ofImageName("amazon-eks-node-al2023-x86_64-standard-1.34"))
                .isEmpty();
    }

    private ImageChoice choice(Optional<JsonNode> nodeClass, boolean refresh) {
        images.asked.clear();
        return ImageChoice.of(ImageLook.at(images, KUBERNETES, architectures, nodeClass, refresh), refresh);
    }

    private static Optional<JsonNode> pinned(String alias, String... managers) {
        var owners = List.of(managers).stream().map("""
                        {"manager":"%s","operation":"Apply","time":"2026-11-01T00:00:00Z",
                        "fieldsV1":{"f:spec":{"f:amiSelectorTerms":{}}}}"""::formatted).toList();
        return Optional.of(Json.read("""
                {"metadata":{"managedFields":[%s]},"spec":{"amiSelectorTerms":[{"alias":"%s"}]}}""".formatted(String.join(",", owners), alias)));
    }

    private static final class Images implements MachineImages {
        final Map<String, ImageRelease> recommended = new HashMap<>(Map.of("amd64", NEW, "arm64", NEW));
        final Set<String> published =
                new HashSet<>(Set.of("amd64 v20260901", "arm64 v20260901", "amd64 v20261101", "arm64 v20261101"));
        final List<String> asked = new ArrayList<>();

        @Override
        public Optional<ImageRelease> recommended(KubernetesVersion kubernetes, Architecture architecture) {
            asked.add("recommended " + architecture.label());
            return Optional.ofNullable(recommended.get(architecture.label()));
        }

        @Override
        public boolean isPublished(KubernetesVersion kubernetes, Architecture architecture, ImageRelease release) {
            var image = architecture.label() + " " + release.version();
            asked.add("published " + image);
            return published.contains(image);
        }
    }
}
