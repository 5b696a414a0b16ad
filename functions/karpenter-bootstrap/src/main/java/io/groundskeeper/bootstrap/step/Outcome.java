package io.groundskeeper.bootstrap.step;

/** What became of a step. */
public enum Outcome {
    /** All was as it should be; nothing was written. */
    UNCHANGED,
    /** Changes were made. */
    CHANGED,
    /** Changes would be made, were it not a dry run. */
    PLANNED,
    /** Something outside is not ready. */
    WAITING,
    /** Not done, and no other step is kept from being done. */
    SKIPPED,
    /** It failed or was refused; the steps after it were not tried. */
    FAILED
}
