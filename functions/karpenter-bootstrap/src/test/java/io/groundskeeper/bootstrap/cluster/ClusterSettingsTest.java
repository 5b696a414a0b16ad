package io.groundskeeper.bootstrap.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterSettingsTest {

    @Test
    void nothingSet_defaults() {
        var settings = ClusterSettings.of(Settings.of(Map.of()), Map.of());
        assertThat(settings.karpenterVersion()).hasToString("1.14.1");
        assertThat(settings.rolePath()).isEqualTo("/groundskeeper/");
        assertThat(settings.permissionsBoundary()).isEmpty();
        assertThat(settings.dryRun()).isFalse();
    }

    @Test
    void clusterTag_comesBeforeEnvironment() {
        var environment = Settings.of(Map.of("KARPENTER_VERSION", "1.14.0", "DRY_RUN", "false"));
        var tags = Map.of("groundskeeper/karpenter-version", "1.14.2", "groundskeeper/dry-run", "true");
        var settings = ClusterSettings.of(environment, tags);
        assertThat(settings.karpenterVersion()).hasToString("1.14.2");
        assertThat(settings.dryRun()).isTrue();
    }

    @Test
    void boundaryAndPathInClusterTags_areNotObeyed() {
        var boundary = "arn:aws:iam::123456789012:policy/Boundary";
        var tags = Map.of(
                "groundskeeper/permissions-boundary-arn",
                "arn:aws:iam::aws:policy/AdministratorAccess",
                "groundskeeper/role-path",
                "/free/");
        var settings = ClusterSettings.of(Settings.of(Map.of("PERMISSIONS_BOUNDARY_ARN", boundary)), tags);
        assertThat(settings.permissionsBoundary()).contains(boundary);
        assertThat(settings.rolePath()).isEqualTo("/groundskeeper/");
    }

    @Test
    void chartAndNamespaceInClusterTags_areNotObeyed() {
        var tags = Map.of(
                "groundskeeper/karpenter-chart", "oci://evil.example",
                "groundskeeper/karpenter-namespace", "default",
                "groundskeeper/isolated-vpc", "true");
        assertThat(ClusterSettings.of(Settings.of(Map.of()), tags).controller())
                .isEqualTo(new ControllerSettings(
                        "oci://public.ecr.aws/karpenter", "kube-system", true, false, false, false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void emptyChart_isUpstreams(String value) {
        var settings = ClusterSettings.of(Settings.of(Map.of("KARPENTER_CHART", value)), Map.of());
        assertThat(settings.controller().chart("karpenter")).isEqualTo("oci://public.ecr.aws/karpenter/karpenter");
    }

    @Test
    void chart_isBelowTheGivenPlace() {
        var settings =
                ClusterSettings.of(Settings.of(Map.of("KARPENTER_CHART", "oci://mirror.example/karpenter")), Map.of());
        assertThat(settings.controller().chart("karpenter-crd"))
                .isEqualTo("oci://mirror.example/karpenter/karpenter-crd");
    }

    @ParameterizedTest
    @CsvSource({
        "KARPENTER_VERSION,1.8.0,'1.9.x to 1.14.x, such as 1.14.1; 1.8.0 is too old'",
        "KARPENTER_VERSION,1.15.0,1.15.0 is too new",
        "KARPENTER_VERSION,2.0.0,too new",
        "KARPENTER_VERSION,1.8.4,known to be bad",
        "KARPENTER_VERSION,1.14,such as 1.14.1",
        "KARPENTER_CHART,https://example.com/charts,oci://",
        "KARPENTER_CHART,oci://registry/karpenter/,without a slash at the end",
        "ISOLATED_VPC,yes,'true, false'",
        "PIN_ADDONS,yes,'true, false'",
        "BESIDE_AUTOSCALER,1,'true, false'",
        "TAKE_OVER,now,'true, false'",
        "KARPENTER_VERSION,v1.14.1,without a leading v",
        "ROLE_PATH,groundskeeper,slash at both ends",
        "PERMISSIONS_BOUNDARY_ARN,Boundary,ARN",
        "DRY_RUN,maybe,'true, false'"
    })
    void badValue_isNamedWithWhatIsAllowed(String name, String value, String allowed) {
        assertThatThrownBy(() -> ClusterSettings.of(Settings.of(Map.of(name, value)), Map.of()))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContainingAll(name, value, allowed);
    }

    @Test
    void badClusterTag_isNamedByItsKey() {
        var tags = Map.of("groundskeeper/karpenter-version", "0.37.0");
        assertThatThrownBy(() -> ClusterSettings.of(Settings.of(Map.of()), tags))
                .hasMessageContainingAll("groundskeeper/karpenter-version", "0.37.0");
    }
}
