package io.groundskeeper.tags.catalogue;

import java.util.Optional;

/**
 * A row of the catalogue: what one event creates.
 *
 * @param type in CloudFormation's form, for example {@code AWS::EC2::Instance}
 * @param ids where the ids of what was created are in the record, one or several
 * @param arn where the ARNs are, in the same order; these win over the template
 * @param arnTemplate builds an ARN from an id
 * @param requestTags where the tags of the request are
 * @param cloudControlId Cloud Control's identifier, with {@code {id}}; empty when it cannot read the type
 * @param basis how the row is known: a real record, an AWS sample, the API reference
 */
public record CreationKind(
        String eventSource,
        String eventName,
        String type,
        RecordPath ids,
        Optional<RecordPath> arn,
        ArnTemplate arnTemplate,
        RequestTags requestTags,
        Optional<String> cloudControlId,
        String basis) {}
