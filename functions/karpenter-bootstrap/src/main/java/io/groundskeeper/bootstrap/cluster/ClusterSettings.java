package io.groundskeeper.bootstrap.cluster;

import io.groundskeeper.bootstrap.version.KarpenterVersion;
import io.groundskeeper.bootstrap.version.VersionMatrix;
import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The settings that hold for one cluster.
 *
 * @param karpenterVersion the release that is wanted
 * @param dryRun plan only
 * @param rolePath of the roles that are created, with a slash at both ends
 * @param permissionsBoundary of the roles that are created
 * @param controller where its controller comes from and goes to
 */
public record ClusterSettings(
        KarpenterVersion karpenterVersion,
        boolean dryRun,
        String rolePath,
        Optional<String> permissionsBoundary,
        ControllerSettings controller) {

    private static final VersionMatrix VERSIONS = VersionMatrix.read();
    private static final Pattern PATH = Pattern.compile("/([\\w+=,.@-]+/)*");
    private static final Pattern BOUNDARY = Pattern.compile("arn:[a-z-]+:iam::([0-9]{12}|aws):policy/[\\w+=,.@/-]+");

    /**
     * Reads them. What limits the power of roles (path and boundary) is the operator's: a cluster's tags do not change
     * it, or else whoever may tag a cluster could lift the boundary.
     *
     * @param operator the function's own settings
     * @param tags the cluster's
     * @throws BadSettingException if one cannot be used
     */
    public static ClusterSettings of(Settings operator, Map<String, String> tags) {
        var cluster = operator.forCluster(tags);
        return new ClusterSettings(
                version(cluster),
                cluster.flag("DRY_RUN", false),
                path(operator),
                boundary(operator),
                ControllerSettings.of(operator, tags));
    }

    private static KarpenterVersion version(Settings settings) {
        var text = settings.find("KARPENTER_VERSION").orElse(VERSIONS.take().toString());
        var version = KarpenterVersion.find(text)
                .orElseThrow(() -> settings.bad(
                        "KARPENTER_VERSION",
                        text,
                        "a release of Karpenter without a leading v, such as " + VERSIONS.take()));
        VERSIONS.refusal(version).ifPresent(allowed -> {
            throw settings.bad("KARPENTER_VERSION", text, allowed);
        });
        return version;
    }

    private static String path(Settings settings) {
        var path = settings.find("ROLE_PATH").orElse("/groundskeeper/");
        if (!PATH.matcher(path).matches() || path.length() > 512) {
            throw settings.bad("ROLE_PATH", path, "an IAM path with a slash at both ends, such as /groundskeeper/");
        }
        return path;
    }

    private static Optional<String> boundary(Settings settings) {
        var boundary = settings.find("PERMISSIONS_BOUNDARY_ARN");
        if (boundary.isPresent() && !BOUNDARY.matcher(boundary.get()).matches()) {
            throw settings.bad("PERMISSIONS_BOUNDARY_ARN", boundary.get(), "the ARN of an IAM managed policy");
        }
        return boundary;
    }
}
