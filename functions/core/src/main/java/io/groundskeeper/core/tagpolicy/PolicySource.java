package io.groundskeeper.core.tagpolicy;

import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import java.util.Optional;
import java.util.regex.Pattern;

/** Where the tag policy is written. TAG_POLICY comes first; REQUIRED_TAGS counts where it is not set. */
public sealed interface PolicySource {

    /** In the settings themselves. */
    record Given(TagPolicy policy) implements PolicySource {}

    /**
     * In a parameter of Systems Manager.
     *
     * @param name for example {@code /governance/tag-policy}
     */
    record Parameter(String name) implements PolicySource {}

    /** What the account's organization says of it. */
    record Organization() implements PolicySource {}

    /** The setting that names it. */
    String SETTING = "TAG_POLICY";

    /** What the setting may be, in words. */
    String ALLOWED = "a tag policy of AWS Organizations in JSON, ssm:/name/of/a/parameter that holds one,"
            + " or organizations for the account's effective policy; leave it empty to use REQUIRED_TAGS";

    /**
     * Reads TAG_POLICY and REQUIRED_TAGS.
     *
     * @return empty when neither is set
     * @throws BadSettingException if one that counts cannot be read
     */
    static Optional<PolicySource> of(Settings settings) {
        var setting = settings.find(SETTING);
        return setting.isPresent()
                ? setting.map(PolicySource::read)
                : TagPolicy.of(settings).map(Given::new);
    }

    private static PolicySource read(String text) {
        if (TagPolicy.isDocument(text)) {
            return new Given(TagPolicy.read(SETTING, text));
        }
        if (text.equals("organizations")) {
            return new Organization();
        }
        var parameter = Pattern.compile("ssm:(/?[A-Za-z0-9_./-]+)").matcher(text);
        if (parameter.matches()) {
            return new Parameter(parameter.group(1));
        }
        throw new BadSettingException(SETTING, text, ALLOWED);
    }
}
