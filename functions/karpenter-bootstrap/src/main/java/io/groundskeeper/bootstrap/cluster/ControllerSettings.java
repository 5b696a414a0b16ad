package io.groundskeeper.bootstrap.cluster;

import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The settings of Karpenter's controller that hold for one cluster.
 *
 * @param charts where the charts karpenter and karpenter-crd are: {@code oci://<registry>/<path>}, or a folder; empty where
 *     Karpenter is not to be installed, and only the AWS side is set up
 * @param namespace that they are installed in
 * @param isolatedVpc whether the VPC has no way to IAM and to the price list
 */
public record ControllerSettings(Optional<String> charts, String namespace, boolean isolatedVpc) {

    private static final Pattern CHARTS = Pattern.compile("oci://[A-Za-z0-9][A-Za-z0-9.:-]*(/[a-z0-9._-]+)*|/.*");
    // Where upstream recommends it, and what the controller's identity is bound to.
    private static final String NAMESPACE = "kube-system";

    /**
     * Reads them. The charts are the operator's: a cluster's tags do not change them, or else whoever may tag
     * a cluster could have a chart of his own installed with our rights.
     *
     * @param operator the function's own settings
     * @param tags the cluster's
     * @throws BadSettingException if one cannot be used
     */
    static ControllerSettings of(Settings operator, Map<String, String> tags) {
        return new ControllerSettings(
                checked(
                        operator,
                        "KARPENTER_CHART",
                        CHARTS,
                        "oci:// with registry and path, without a slash at the end, below which the charts karpenter and karpenter-crd are; or the absolute path of a folder"),
                NAMESPACE,
                operator.forCluster(tags).flag("ISOLATED_VPC", false));
    }

    /** Whether Karpenter is installed at all. */
    public boolean installs() {
        return charts.isPresent();
    }

    /**
     * Where one of the charts is.
     *
     * @throws IllegalStateException if Karpenter is not to be installed
     */
    public String chart(String name) {
        return charts.map(place -> place + "/" + name)
                .orElseThrow(() -> new IllegalStateException("No chart is installed without KARPENTER_CHART"));
    }

    private static Optional<String> checked(Settings settings, String name, Pattern form, String allowed) {
        var value = settings.find(name);
        if (value.isPresent() && !form.matcher(value.get()).matches()) {
            throw settings.bad(name, value.get(), allowed);
        }
        return value;
    }
}
