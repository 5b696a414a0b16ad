package io.groundskeeper.tags.catalogue;

import java.util.Optional;

/**
 * A row of the catalogue: what one event creates.
 *
 * @param when what a record of the row has, where one event creates several types; empty when each has
 * @param updateWhen what a record has that changed something instead
 * @param parent where the name of what it is a part of, or a second name of itself, is in the record
 * @param type in CloudFormation's form, for example {@code AWS::EC2::Instance}
 * @param ids where the ids of what was created are in the record, one or several
 * @param arn where the ARNs are, in the same order; these win over the template
 * @param arnTemplate builds an ARN from an id and the parent
 * @param requestTags where the tags of the request are
 * @param cloudControlId Cloud Control's identifier, with {@code {id}}, {@code {arn}} or {@code {parent}}; empty when it
 *     cannot read the type
 * @param taggableAfter the state before which it takes no tags; empty when it takes them at once
 * @param mayBeUpdate whether the same event is logged when it existed already, and nothing in the record tells
 * @param basis how the row is known: a real record, an AWS sample, the API reference
 */
public record CreationKind(
        String eventSource,
        String eventName,
        String type,
        Optional<RecordPath> when,
        Optional<RecordPath> updateWhen,
        RecordPath ids,
        Optional<RecordPath> arn,
        Optional<RecordPath> parent,
        ArnTemplate arnTemplate,
        RequestTags requestTags,
        Optional<IdTemplate> cloudControlId,
        Optional<String> taggableAfter,
        boolean mayBeUpdate,
        String basis) {}
