package io.groundskeeper.bootstrap.queue;

import io.groundskeeper.bootstrap.step.Change;
import io.groundskeeper.bootstrap.step.Change.Action;
import io.groundskeeper.bootstrap.step.PlannedChange;
import io.groundskeeper.core.interruption.DesiredQueue;
import io.groundskeeper.core.interruption.QueueChange;
import io.groundskeeper.core.json.Json;
import java.util.TreeMap;

/** A change of the interruption queue or one of its rules. */
public record PlannedQueueChange(QueueChange change) implements PlannedChange {

    @Override
    public Change described() {
        return switch (change) {
            case QueueChange.Create(var arn, var name, var attributes) ->
                new Change(Action.CREATE, arn, DesiredQueue.words(attributes));
            case QueueChange.SetAttributes(var arn, var url, var attributes) ->
                new Change(Action.UPDATE, arn, DesiredQueue.words(attributes));
            case QueueChange.TagQueue(var arn, var url, var tags) ->
                new Change(Action.UPDATE, arn, "tags " + Json.write(new TreeMap<>(tags)));
            case QueueChange.CreateRule(var arn, var rule) ->
                new Change(Action.CREATE, arn, rule.description() + ": " + rule.kinds());
            case QueueChange.UpdateRule(var arn, var rule, var detail) -> new Change(Action.UPDATE, arn, detail);
            case QueueChange.EnableRule(var arn, var rule) -> new Change(Action.UPDATE, arn, "was disabled");
            case QueueChange.DisableRule(var arn, var rule) -> new Change(Action.UPDATE, arn, "is disabled");
            case QueueChange.TagRule(var arn, var tags) ->
                new Change(Action.UPDATE, arn, "tags " + Json.write(new TreeMap<>(tags)));
            case QueueChange.PutTarget(var arn, var rule, var targetId, var queueArn, var isNew) ->
                new Change(isNew ? Action.CREATE : Action.UPDATE, arn + " target " + targetId, queueArn);
        };
    }
}
