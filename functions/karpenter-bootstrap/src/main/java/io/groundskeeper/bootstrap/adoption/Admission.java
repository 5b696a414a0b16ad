package io.groundskeeper.bootstrap.adoption;

/** Whether a cluster is worked on, and when. */
public sealed interface Admission {

    /** Now. */
    record Go() implements Admission {}

    /** Karpenter is being removed from it, which goes on. */
    record Leave() implements Admission {}

    /** Later: it is not ready. */
    record Wait(String why) implements Admission {}

    /**
     * Not at all.
     *
     * @param worthTelling whether its owners would want to hear of it
     */
    record Skip(String reason, boolean worthTelling) implements Admission {}

    /** It failed, and looking again will not help. */
    record Broken(String reason) implements Admission {}
}
