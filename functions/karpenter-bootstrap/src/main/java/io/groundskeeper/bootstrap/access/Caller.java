package io.groundskeeper.bootstrap.access;

/** Who makes our calls to AWS, as STS says. */
public interface Caller {

    /** The ARN: of the session of an assumed role, which lacks the role's path, or of a user. */
    String arn();

    /** The role's or user's unique id, another one for each, even when one is deleted and created again. */
    String uniqueId();
}
