package io.groundskeeper.core.tagpolicy;

import io.groundskeeper.core.setting.BadSettingException;
import io.groundskeeper.core.setting.Settings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the tags of resources must be like: a rule for each key. Immutable. */
public record TagPolicy(List<TagRule> rules) {

    private static final String SETTING = "REQUIRED_TAGS";
    private static final int MOST_SHOWN = 100;

    public TagPolicy {
        rules = List.copyOf(rules);
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
            } catch (UnreadableException e) {
                throw settings.bad(SETTING, text, ShortForm.ALLOWED + "; " + e.getMessage());
            }
        });
    }

    /**
     * Reads a tag policy of AWS Organizations, or what is in the short form.
     *
     * @param where it is written, for the error: a setting, or a parameter
     * @throws BadSettingException if it cannot be read
     */
    public static TagPolicy read(String where, String text) {
        try {
            return new TagPolicy(isDocument(text) ? OrganizationsForm.read(text) : ShortForm.read(text));
        } catch (UnreadableException e) {
            var allowed = isDocument(text) ? OrganizationsForm.ALLOWED : ShortForm.ALLOWED;
            throw new BadSettingException(where, shortly(text), allowed + "; " + e.getMessage());
        }
    }

    static boolean isDocument(String text) {
        return text.stripLeading().startsWith("{");
    }

    private static String shortly(String text) {
        return text.length() <= MOST_SHOWN
                ? text
                : text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, MOST_SHOWN))) + "...";
    }

    /** The rules of keys that resources of a type must have. */
    public List<TagRule> requiredFor(ResourceType type) {
        return rules.stream().filter(rule -> rule.isRequiredFor(type)).toList();
    }

    /** What is wrong with a resource's tags, in the policy's order; empty when nothing is. */
    public List<TagProblem> problems(ResourceType type, Map<String, String> tags) {
        return rules.stream()
                .flatMap(rule -> rule.problems(type, tags).stream())
                .toList();
    }

    /**
     * This policy, with more types that must have a key; a key that it has no rule for gets one.
     *
     * @param requiredFor by key, whose case does not matter
     */
    public TagPolicy requiring(Map<String, Set<TypePattern>> requiredFor) {
        var all = new ArrayList<TagRule>();
        var known = new HashSet<String>();
        for (var rule : rules) {
            var more = new HashSet<TypePattern>();
            requiredFor.forEach((key, types) -> {
                if (key.equalsIgnoreCase(rule.key())) {
                    known.add(key);
                    more.addAll(types);
                }
            });
            all.add(rule.alsoRequiredFor(more));
        }
        requiredFor.keySet().stream()
                .filter(key -> !known.contains(key))
                .sorted()
                .forEach(key -> all.add(new TagRule(key, new AllowedValues.Any(), requiredFor.get(key), true)));
        return new TagPolicy(all);
    }
}
