package io.groundskeeper.core.tagpolicy;

import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tags that a resource must have. Immutable. */
public record TagPolicy(List<RequiredTag> required) {

    private static final String SETTING = "REQUIRED_TAGS";

    public TagPolicy {
        required = List.copyOf(required);
    }

    /**
     * Reads REQUIRED_TAGS, in the short form {@code Owner, Team=platform|data, CostCenter~^[0-9]{4}$}.
     *
     * @return empty when it is not set
     * @throws BadSettingException if it cannot be read
     */
    public static Optional<TagPolicy> of(Settings settings) {
        return settings.find(SETTING).map(text -> {
            try {
                return new TagPolicy(ShortForm.read(text));
            } catch (ShortForm.UnreadableException e) {
                throw settings.bad(SETTING, text, ShortForm.ALLOWED + "; " + e.getMessage());
            }
        });
    }

    /** What is wrong with a resource's tags, in the policy's order; empty when nothing is. */
    public List<TagProblem> problems(Map<String, String> tags) {
        return required.stream().flatMap(tag -> problem(tag, tags).stream()).toList();
    }

    private static Optional<TagProblem> problem(RequiredTag tag, Map<String, String> tags) {
        var value = tags.get(tag.key());
        if (value != null) {
            return tag.allowed().problem(value).map(why -> new TagProblem.Invalid(tag.key(), value, why));
        }
        return Optional.of(tags.keySet().stream()
                .filter(tag.key()::equalsIgnoreCase)
                .sorted()
                .findFirst()
                .<TagProblem>map(found -> new TagProblem.OtherCase(tag.key(), found))
                .orElseGet(() -> new TagProblem.Missing(tag.key())));
    }
}
