package io.groundskeeper.tags.creation;

import java.util.Map;
import java.util.Optional;

/**
 * Something that a recorded call created.
 *
 * @param type in CloudFormation's form, for example {@code AWS::EC2::Instance}
 * @param id its service's own name for it
 * @param account empty where neither record nor envelope says it and the ARN does not need it
 * @param requestTags those that the request carried, as far as CloudTrail logs them
 * @param cloudControlId its identifier in Cloud Control; empty when its type cannot be read there
 * @param taggableAfter the state before which it takes no tags; empty when it takes them at once
 * @param mayBeUpdate whether it may have existed before, and the call only changed it
 */
public record CreatedResource(
        String arn,
        String type,
        String id,
        String region,
        String account,
        Map<String, String> requestTags,
        Optional<String> cloudControlId,
        Optional<String> taggableAfter,
        boolean mayBeUpdate) {

    public CreatedResource {
        requestTags = Map.copyOf(requestTags);
    }

    /** One that takes tags at once, and that is certainly new. */
    public CreatedResource(
            String arn,
            String type,
            String id,
            String region,
            String account,
            Map<String, String> requestTags,
            Optional<String> cloudControlId) {
        this(arn, type, id, region, account, requestTags, cloudControlId, Optional.empty(), false);
    }
}
