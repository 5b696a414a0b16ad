package io.groundskeeper.core.identity;

/**
 * Who made something, as a person recognises it. Each part is null when the record does not say.
 *
 * @param name a user's name, an SSO session's e-mail address, a role with its session, a service, or an account
 * @param type CloudTrail's own word: IAMUser, AssumedRole, Root, AWSService and so on
 * @param arn of the principal
 */
public record Creator(String name, String type, String arn) {

    /** For something that names nobody. */
    public static final Creator UNKNOWN = new Creator(null, null, null);
}
