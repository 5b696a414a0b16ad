package io.groundskeeper.core.tagpolicy;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a policy says of one key. Three things that are easily confused: how the key is written, which values it may
 * have, and which types of resources must have it. The first two say nothing of a resource that lacks the key.
 *
 * @param key in its exact case
 * @param allowed its values
 * @param requiredFor the types that must have it; none when it is only watched
 * @param everyCase whether the key in another case is wrong wherever it is, not only where the key is required
 */
public record TagRule(String key, AllowedValues allowed, Set<TypePattern> requiredFor, boolean everyCase) {

    public TagRule {
        requiredFor = Set.copyOf(requiredFor);
    }

    /** A key that resources of every type must have. */
    static TagRule required(String key, AllowedValues allowed) {
        return new TagRule(key, allowed, Set.of(TypePattern.ALL), false);
    }

    /** Whether resources of a type must have the key. */
    public boolean isRequiredFor(ResourceType type) {
        return requiredFor.stream().anyMatch(pattern -> pattern.matches(type));
    }

    TagRule alsoRequiredFor(Set<TypePattern> more) {
        var all = new LinkedHashSet<>(requiredFor);
        all.addAll(more);
        return new TagRule(key, allowed, all, everyCase);
    }

    List<TagProblem> problems(ResourceType type, Map<String, String> tags) {
        var others = tags.keySet().stream()
                .filter(other -> key.equalsIgnoreCase(other) && !key.equals(other))
                .sorted()
                .toList();
        var miswritten = others.stream()
                .filter(other -> everyCase)
                .<TagProblem>map(other -> new TagProblem.Miswritten(key, other))
                .toList();
        var value = tags.get(key);
        if (value != null) {
            var invalid =
                    allowed.problem(value).stream().<TagProblem>map(why -> new TagProblem.Invalid(key, value, why));
            return Stream.concat(invalid, miswritten.stream()).toList();
        }
        if (!isRequiredFor(type)) {
            return miswritten;
        }
        return List.of(
                others.isEmpty() ? new TagProblem.Missing(key) : new TagProblem.OtherCase(key, others.getFirst()));
    }
}
