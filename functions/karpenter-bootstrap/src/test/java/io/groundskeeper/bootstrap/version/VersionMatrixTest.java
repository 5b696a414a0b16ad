package io.groundskeeper.bootstrap.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VersionMatrixTest {

    private final VersionMatrix matrix = VersionMatrix.read();

    @Test
    void list_isDatedAndNamesItsSource() {
        assertThat(matrix.date()).matches("[0-9]{4}-[0-9]{2}-[0-9]{2}");
        assertThat(matrix.source()).contains("karpenter.sh");
        assertThat(matrix.refusal(matrix.take())).isEmpty();
        matrix.needed()
                .keySet()
                .forEach(kubernetes ->
                        assertThat(matrix.fit(matrix.take(), kubernetes)).isEqualTo(new Fit.Fits()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.9.0", "1.10.3", "1.11.0", "1.12.2", "1.13.1", "1.14.1"})
    void supportedVersion_isTaken(String version) {
        assertThat(matrix.refusal(KarpenterVersion.of(version))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0.37.0,too old", "1.8.9,too old", "1.8.4,known to be bad", "1.15.0,too new", "2.9.0,too new"})
    void otherVersion_isRefusedWithTheOneToTake(String version, String why) {
        assertThat(matrix.refusal(KarpenterVersion.of(version)))
                .hasValueSatisfying(reason -> assertThat(reason).contains(why, "1.14.1"));
    }

    @ParameterizedTest
    @CsvSource({"1.9.0,1.26", "1.9.0,1.35", "1.12.0,1.35", "1.13.0,1.36", "1.14.1,1.36"})
    void versionThatFits_fits(String karpenter, String kubernetes) {
        assertThat(matrix.fit(KarpenterVersion.of(karpenter), KubernetesVersion.of(kubernetes)))
                .isEqualTo(new Fit.Fits());
    }

    @ParameterizedTest
    @CsvSource({"1.12.0,1.36,1.14.1", "1.9.0,1.36,needs 1.13 or newer", "1.14.1,1.25,Upgrade the cluster"})
    void versionThatDoesNotFit_isRefusedWithWhatToDo(String karpenter, String kubernetes, String what) {
        assertThat(matrix.fit(KarpenterVersion.of(karpenter), KubernetesVersion.of(kubernetes)))
                .isInstanceOfSatisfying(
                        Fit.Unfit.class, unfit -> assertThat(unfit.reason()).contains(karpenter, kubernetes, what));
    }

    @Test
    void newerKubernetesThanKnown_isHeld() {
        assertThat(matrix.fit(matrix.take(), KubernetesVersion.of("1.37")))
                .isInstanceOfSatisfying(
                        Fit.Unknown.class,
                        unknown -> assertThat(unknown.reason()).contains("1.37", "up to 1.36", matrix.date()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.33", "1.33+", "v1.33.2-eks-1234567", "1.33.4"})
    void kubernetesVersion_isReadAsEachServerSaysIt(String text) {
        assertThat(KubernetesVersion.of(text)).hasToString("1.33");
    }

    @Test
    void whatIsNoVersion_isAnError() {
        assertThatThrownBy(() -> KubernetesVersion.of("latest")).hasMessageContaining("latest");
        assertThatThrownBy(() -> KarpenterVersion.of("v1.14.1")).hasMessageContaining("v1.14.1");
        assertThat(KarpenterVersion.of("1.9.12")).isLessThan(KarpenterVersion.of("1.10.0"));
    }
}
