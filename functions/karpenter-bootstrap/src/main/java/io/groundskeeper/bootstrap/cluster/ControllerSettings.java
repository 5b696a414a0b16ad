package io.groundskeeper.bootstrap.cluster;

import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The settings of Karpenter's controller that hold for one cluster.
 *
 * @param charts where the charts karpenter and karpenter-crd are: {@code oci://<registry>/<path>}, or a folder
 * @param namespace that they are installed in
 * @param isolatedVpc whether the VPC has no way to IAM and to the price list
 * @param pinAddons whether CoreDNS and metrics-server are kept off Karpenter's nodes
 * @param besideAutoscaler whether Karpenter is installed although a Cluster Autoscaler runs
 * @param takeOver whether Helm releases of Karpenter that others installed become ours
 */
public record ControllerSettings(
        String charts,
        String namespace,
        boolean isolatedVpc,
        boolean pinAddons,
        boolean besideAutoscaler,
        boolean takeOver) {

    /** Where upstream publishes its charts. */
    private static final String UPSTREAM = "oci://public.ecr.aws/karpenter";

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
        var cluster = operator.forCluster(tags);
        return new ControllerSettings(
                charts(operator),
                NAMESPACE,
                cluster.flag("ISOLATED_VPC", false),
                cluster.flag("PIN_ADDONS", false),
                cluster.flag("BESIDE_AUTOSCALER", false),
                cluster.flag("TAKE_OVER", false));
    }

    /** Where one of the charts is. */
    public String chart(String name) {
        return charts + "/" + name;
    }

    private static String charts(Settings settings) {
        var value = settings.find("KARPENTER_CHART").orElse(UPSTREAM);
        if (!CHARTS.matcher(value).matches()) {
            throw settings.bad(
                    "KARPENTER_CHART",
                    value,
                    "oci:// with registry and path, without a slash at the end, below which the charts karpenter and karpenter-crd are; or the absolute path of a folder");
        }
        return value;
    }
}
