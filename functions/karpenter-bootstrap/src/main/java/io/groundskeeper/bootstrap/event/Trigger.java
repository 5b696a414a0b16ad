package io.groundskeeper.bootstrap.event;

/** Why a cluster is looked at, which decides whether it is touched. */
public enum Trigger {
    /** It was created: bootstrapped as BOOTSTRAP_SCOPE says. */
    CREATED,
    /** Something of it changed: touched only when it carries our mark. */
    CHANGED,
    /** Its owner tagged it {@code groundskeeper/karpenter=manage}: adopted. */
    ADOPTED,
    /** Someone asked for it by hand: always touched. */
    COMMAND,
    /** It was deleted: what was made for it is taken away. */
    DELETED
}
