package io.groundskeeper.tags.decision;

/** What came of looking at one resource. */
public enum Outcome {
    /** It has what it must have. */
    COMPLIANT,
    /** It does not, and Slack is told. */
    ALERTED,
    /** It is not judged. */
    EXEMPT,
    /** It cannot be judged yet. */
    WAITING,
    /** It does not exist any more. */
    GONE,
    /** It could not be looked at. */
    FAILED
}
