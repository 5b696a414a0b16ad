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
 */
public record ControllerSettings(String charts, String namespace, boolean isolatedVpc) {

    private static final Pattern CHARTS = Pattern.compile("oci://[A-Za-z0-9][A-Za-z0-9.:-]*(/[a-z0-9._-]+)*|/.*");
    private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    /**
     * Reads them. Charts and namespace are the operator's: a cluster's tags do not change them, or else whoever may tag
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
                        "oci://public.ecr.aws/karpenter",
                        CHARTS,
                        "oci:// with registry and path, without a slash at the end, below which the charts karpenter and karpenter-crd are; or the absolute path of a folder"),
                checked(operator, "KARPENTER_NAMESPACE", "kube-system", NAMESPACE, "the name of a namespace"),
                operator.forCluster(tags).flag("ISOLATED_VPC", false));
    }

    private static String checked(Settings settings, String name, String otherwise, Pattern form, String allowed) {
        var value = settings.find(name).orElse(otherwise);
        if (!form.matcher(value).matches()) {
            throw settings.bad(name, value, allowed);
        }
        return value;
    }
}
