package io.groundskeeper.bootstrap.removal;

import java.util.List;

/** Deletes queues, and rules on the default bus. What is gone already is as good. */
public interface QueueDeletions {

    /** Takes targets off a rule. */
    void removeTargets(String rule, List<String> targetIds);

    /** Deletes a rule without targets. */
    void deleteRule(String rule);

    /** Deletes a queue with its messages. */
    void deleteQueue(String url);
}
