package io.groundskeeper.core.aws;

/** The account has as many of something as AWS allows it; only a person can mend that. */
public final class QuotaReachedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param action for example {@code events:PutRule}
     * @param cause AWS's own words, which mostly name the quota
     */
    public QuotaReachedException(String action, Throwable cause) {
        super(
                "%s is refused since a quota of the account is reached. Delete what nobody uses, or ask for more (Service Quotas in the console)"
                        .formatted(action),
                cause);
    }

    /**
     * @param action for example {@code events:PutRule}
     * @param quota its name and code in Service Quotas
     * @param cause AWS's own words
     */
    public QuotaReachedException(String action, String quota, Throwable cause) {
        super(
                "%s is refused since a quota of the account is reached (%s). Delete what nobody uses, or ask for more (Service Quotas in the console)"
                        .formatted(action, quota),
                cause);
    }
}
