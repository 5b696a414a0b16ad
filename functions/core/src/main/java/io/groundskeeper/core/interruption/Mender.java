package io.groundskeeper.core.interruption;

import io.groundskeeper.core.aws.NotYetException;
import io.groundskeeper.core.aws.QuotaReachedException;
import io.groundskeeper.core.cluster.ClusterId;
import io.groundskeeper.core.cluster.Tags;

/** Makes the changes that differences ask for; each may be made twice. */
public record Mender(Queues queues, Rules rules) {

    /**
     * Makes one change. Those of several differences are joined first: {@link QueueChange#joined}.
     *
     * @throws NotYetException if the queue was deleted less than a minute ago
     * @throws QuotaReachedException if the account may have no further rule
     */
    public void make(QueueChange change, ClusterId cluster) {
        switch (change) {
            case QueueChange.Create(var arn, var name, var attributes) ->
                queues.create(name, attributes, Tags.of(cluster));
            case QueueChange.SetAttributes(var arn, var url, var attributes) -> queues.set(url, attributes);
            case QueueChange.TagQueue(var arn, var url, var tags) -> queues.tag(url, tags);
            case QueueChange.CreateRule(var arn, var rule) -> rules.create(rule, Tags.of(cluster));
            case QueueChange.UpdateRule(var arn, var rule, var detail) -> rules.update(rule);
            case QueueChange.EnableRule(var arn, var rule) -> rules.enable(rule);
            case QueueChange.DisableRule(var arn, var rule) -> rules.disable(rule);
            case QueueChange.TagRule(var arn, var tags) -> rules.tag(arn, tags);
            case QueueChange.PutTarget(var arn, var rule, var targetId, var queueArn, var isNew) ->
                rules.target(rule, targetId, queueArn);
        }
    }
}
