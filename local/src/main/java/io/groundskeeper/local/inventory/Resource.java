package io.groundskeeper.local.inventory;

import java.util.Map;

/**
 * Something that exists.
 *
 * @param arn its ARN
 * @param type in CloudFormation form, for example AWS::EC2::Instance; empty when Cloud Control need not read it
 * @param identifier Cloud Control's primary identifier
 * @param identifierField the property that holds the identifier
 * @param tags its live tags
 */
public record Resource(String arn, String type, String identifier, String identifierField, Map<String, String> tags) {}
