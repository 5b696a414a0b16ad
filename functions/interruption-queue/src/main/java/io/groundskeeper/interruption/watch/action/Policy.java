package io.groundskeeper.interruption.watch.action;

import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import java.util.ArrayList;
import java.util.List;

/**
 * What may be done to a cluster's nodes. A setting that cannot be used allows nothing: two minutes are no time to wait for
 * someone who mends it.
 *
 * @param stepIn whether anything may be changed
 * @param forceDelete whether pods that could not be evicted are deleted in the last seconds
 * @param drainSelfManaged whether nodes are drained that are neither Karpenter's nor a managed node group's
 * @param problems which settings cannot be used, and what is allowed
 */
public record Policy(boolean stepIn, boolean forceDelete, boolean drainSelfManaged, List<String> problems) {

    public Policy {
        problems = List.copyOf(problems);
    }

    /** Never throws. */
    public static Policy of(Settings settings) {
        var problems = new ArrayList<String>();
        var stepIn = flag(settings, "STEP_IN", true, problems);
        var forceDelete = flag(settings, "FORCE_DELETE", false, problems);
        var drainSelfManaged = flag(settings, "DRAIN_SELF_MANAGED", false, problems);
        return new Policy(stepIn, forceDelete, drainSelfManaged, problems);
    }

    private static boolean flag(Settings settings, String name, boolean otherwise, List<String> problems) {
        try {
            return settings.flag(name, otherwise);
        } catch (BadSettingException e) {
            problems.add(e.getMessage());
            return false;
        }
    }
}
