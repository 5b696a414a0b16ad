package io.groundskeeper.local.schema;

/**
 * Something in an object that its schema does not allow, in Kubernetes' words.
 *
 * @param reason such as {@code FieldValueRequired}
 * @param field such as {@code spec.template.spec.requirements[0].key}
 * @param message what is wrong with the field, without its name
 */
public record Violation(String reason, String field, String message) {}
