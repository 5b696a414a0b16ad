package io.groundskeeper.interruption.watch.action;

import io.groundskeeper.core.setting.Settings;

/**
 * What may be done to a cluster's nodes.
 *
 * @param stepIn whether anything may be changed
 * @param forceDelete whether pods that could not be evicted are deleted in the last seconds
 * @param drainSelfManaged whether nodes are drained that are neither Karpenter's nor a managed node group's
 */
public record Policy(boolean stepIn, boolean forceDelete, boolean drainSelfManaged) {

    /** @throws io.groundskeeper.core.setting.BadSettingException if one of them is neither true nor false */
    public static Policy of(Settings settings) {
        return new Policy(
                settings.flag("STEP_IN", true),
                settings.flag("FORCE_DELETE", false),
                settings.flag("DRAIN_SELF_MANAGED", false));
    }
}
