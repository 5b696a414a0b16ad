package io.groundskeeper.tags;

import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import io.groundskeeper.core.slack.SlackText;
import io.groundskeeper.core.tagpolicy.TagPolicy;

/**
 * What this function is set to.
 *
 * @param policy the tags that each resource must have
 */
record TagSettings(TagPolicy policy) {

    private static final String EXAMPLE = "Owner, Team=platform|data, CostCenter~^[0-9]{4}$";

    /** @throws BadSettingException naming what must be set, or set otherwise */
    static TagSettings of(Settings settings) {
        var mode = settings.find("TAG_MODE").orElse("notify");
        if (!mode.equals("notify")) {
            throw settings.bad("TAG_MODE", mode, "notify; this version only notifies, it sets and deletes nothing");
        }
        settings.find("TAG_POLICY").ifPresent(policy -> {
            throw settings.bad(
                    "TAG_POLICY",
                    SlackText.fit(policy, 100),
                    "nothing yet; this version reads the required tags from REQUIRED_TAGS, such as " + EXAMPLE);
        });
        return new TagSettings(TagPolicy.of(settings)
                .orElseThrow(() -> settings.bad(
                        "REQUIRED_TAGS",
                        "",
                        "the tags that each resource must have, such as %s; set it to check any".formatted(EXAMPLE))));
    }
}
