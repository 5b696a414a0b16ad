package io.groundskeeper.bootstrap.event;

/** Why a cluster is looked at, which decides whether it is touched. */
public enum Trigger {
    /** It was created: bootstrapped as BOOTSTRAP_SCOPE says. */
    CREATED,
    /** Something of it changed: touched only when it carries our mark. */
    CHANGED,
    /** It is its turn by the schedule: touched only when it carries our mark. */
    SCHEDULED,
    /** Its owner tagged it {@code groundskeeper/karpenter=manage}: adopted. */
    ADOPTED,
    /** Someone asked for it by hand: always touched. */
    COMMAND,
    /** It was deleted: what was made for it is taken away. */
    DELETED,
    /** Someone asked for Karpenter to be removed from it, or such a removal goes on. */
    REMOVAL
}
