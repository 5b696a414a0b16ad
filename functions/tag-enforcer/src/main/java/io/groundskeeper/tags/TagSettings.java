package io.groundskeeper.tags;

import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.Routes;
import io.groundskeeper.core.tagpolicy.PolicySource;
import io.groundskeeper.tags.exemption.Exemptions;

/**
 * What this function is set to.
 *
 * @param policy where it is written what tags must be like
 * @param exemptions what nobody is asked for tags of
 * @param routes which channel hears of what
 */
record TagSettings(PolicySource policy, Exemptions exemptions, Routes routes) {

    private static final String EXAMPLE = "Owner, Team=platform|data, CostCenter~^[0-9]{4}$";

    /** @throws BadSettingException naming what must be set, or set otherwise */
    static TagSettings of(Settings settings) {
        var mode = settings.find("TAG_MODE").orElse("notify");
        if (!mode.equals("notify")) {
            throw settings.bad("TAG_MODE", mode, "notify; this version only notifies, it sets and deletes nothing");
        }
        return new TagSettings(
                PolicySource.of(settings)
                        .orElseThrow(() -> settings.bad(
                                "REQUIRED_TAGS",
                                "",
                                "the tags that each resource must have, such as %s; set it to check any"
                                        .formatted(EXAMPLE))),
                Exemptions.of(settings),
                Routes.of(settings));
    }
}
