package io.groundskeeper.bootstrap.access;

/** Who makes our calls to AWS, as STS says. */
public interface Caller {

    /** The ARN: of the session of an assumed role, which lacks the role's path, or of a user. */
    String arn();

    /** The unique id: of an assumed role that of the role, a colon, and the session's name. */
    String userId();
}
