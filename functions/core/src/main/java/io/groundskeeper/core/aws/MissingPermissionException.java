package io.groundskeeper.core.aws;

/** The function's role may not do what it must; only a person can mend that. */
public final class MissingPermissionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param action for example {@code iam:CreateRole}
     * @param cause AWS's own words, which name role, resource and kind of policy
     */
    public MissingPermissionException(String action, Throwable cause) {
        super(
                "%s is refused. Allow it in the policy of the function's role, and look for a service control policy or a permissions boundary that denies it"
                        .formatted(action),
                cause);
    }
}
