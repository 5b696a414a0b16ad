package io.groundskeeper.core.interruption;

import io.groundskeeper.core.aws.QuotaReachedException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The EventBridge rules of the function's Region and account, on the default bus. */
public interface Rules {

    /** Those rules of the named that are there, by name. */
    default Map<String, Rule> find(Set<String> names) {
        return find(names, Trust.nothing());
    }

    /** The same, with tags as far as there is need to ask for them. */
    Map<String, Rule> find(Set<String> names, Trust<Rule> trust);

    /** Those that have something as their target, whatever their names; with tags. */
    List<Rule> aimedAt(String targetArn);

    /**
     * Creates a rule, enabled and with tags.
     *
     * @throws QuotaReachedException if the account may have no further rule
     */
    void create(DesiredRule rule, Map<String, String> tags);

    /** Gives a rule its pattern and description, and enables it. */
    void update(DesiredRule rule);

    /** Enables a rule, and leaves all else of it. */
    void enable(String rule);

    /** Disables a rule, and leaves all else of it. */
    void disable(String rule);

    /**
     * Adds a target or replaces the one of its id; the target gets events as they are. How a target of that id tries
     * again, and its dead-letter queue, stay.
     */
    void target(String rule, String targetId, String targetArn);

    /** Adds or replaces tags. */
    void tag(String ruleArn, Map<String, String> tags);
}
