package io.groundskeeper.bootstrap.cluster;

import io.groundskeeper.bootstrap.version.KarpenterVersion;
import io.groundskeeper.bootstrap.version.VersionMatrix;
import io.groundskeeper.core.interruption.DesiredState;
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
 * @param access the ways into the cluster
 * @param controller where its controller comes from and goes to
 * @param nodes what nodes Karpenter starts
 * @param healthEvents whether Karpenter gets AWS Health's events
 */
public record ClusterSettings(
        KarpenterVersion karpenterVersion,
        boolean dryRun,
        String rolePath,
        Optional<String> permissionsBoundary,
        Access access,
        ControllerSettings controller,
        NodeSettings nodes,
        boolean healthEvents) {

    /**
     * The ways into the cluster's Kubernetes API.
     *
     * @param functionRole the ARN of the function's own role; empty where only STS knows it
     * @param interruptionRole the ARN of the role of the function that looks after interruptions; empty when there is none
     * @param switchMode whether a cluster that refuses access entries is made to take them, for good
     * @param remove whether our own way in is closed after each run
     */
    public record Access(
            Optional<String> functionRole, Optional<String> interruptionRole, boolean switchMode, boolean remove) {}

    private static final VersionMatrix VERSIONS = VersionMatrix.read();
    private static final Pattern PATH = Pattern.compile("/([\\w+=,.@-]+/)*");
    private static final Pattern ROLE = Pattern.compile("arn:[a-z-]+:iam::[0-9]{12}:role/[\\w+=,.@/-]+");
    private static final Pattern BOUNDARY = Pattern.compile("arn:[a-z-]+:iam::([0-9]{12}|aws):policy/[\\w+=,.@/-]+");

    /**
     * Reads them. What limits the power of roles (path and boundary) and whose ways in are made is the operator's: a cluster's tags do not change
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
                access(operator, cluster),
                ControllerSettings.of(operator, tags),
                NodeSettings.of(operator, tags),
                cluster.flag(DesiredState.HEALTH_EVENTS, true));
    }

    /** The same, with no way in but our own. */
    ClusterSettings withoutInterruption() {
        return new ClusterSettings(
                karpenterVersion,
                dryRun,
                rolePath,
                permissionsBoundary,
                new Access(access.functionRole(), Optional.empty(), false, access.remove()),
                controller,
                nodes,
                healthEvents);
    }

    private static Access access(Settings operator, Settings cluster) {
        return new Access(
                role(operator, "FUNCTION_ROLE_ARN"),
                role(operator, "INTERRUPTION_ROLE_ARN"),
                cluster.flag("SWITCH_AUTHENTICATION_MODE", false),
                cluster.flag("REMOVE_ACCESS", false));
    }

    private static Optional<String> role(Settings settings, String name) {
        var role = settings.find(name);
        if (role.isPresent() && !ROLE.matcher(role.get()).matches()) {
            throw settings.bad(name, role.get(), "the ARN of an IAM role, with its path");
        }
        return role;
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
